// The reference: Koa without anything, in its own process like the server. `/hello` answers five
// bytes, `/json` a prepared body of the feed's size.
import { readFileSync } from 'node:fs';
import Koa from 'koa';

const [, , jsonFile] = process.argv;
const json = readFileSync(jsonFile, 'utf8');
const app = new Koa();
app.use((ctx) => {
  if (ctx.path === '/json') {
    ctx.type = 'application/json; charset=utf-8';
    ctx.body = json;
  } else {
    ctx.body = 'hello';
  }
});
const server = app.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }));
process.once('disconnect', () => process.exit(0));
