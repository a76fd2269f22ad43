// `command.mjs NAME …`: runs the built command NAME of dist/api with the other arguments.
import { existsSync } from 'node:fs';

const [name] = process.argv.splice(2, 1);
const built = new URL(`../../dist/api/${name}.js`, import.meta.url);
if (existsSync(built)) await import(built.href);
else {
  console.error('The commands are not built yet. Run npm start once, or npm run build.');
  process.exitCode = 1;
}
