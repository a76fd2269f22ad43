/** What `--help` of the server prints, before and after it is built. */
export const SERVER_USAGE = `Usage: npm start
       node dist/api/server.js      (built already)

Starts the server with the app. The first \`npm start\` also installs and builds everything.
It takes no options. Settings are environment variables or lines of .env: see docs/operating.md.

  -h, --help   show this text`;
