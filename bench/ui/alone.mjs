// What one would use instead: `decodeAudioData` inside wavesurfer.js, which draws once all is decoded.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { openPhone } from './browser.mjs';

const MODULE = new URL(import.meta.resolve('wavesurfer.js'));
const PAGE = `<!doctype html><title>alone</title><input type="file"><div id="wave"></div><script type="module">
import WaveSurfer from '/wavesurfer.js';
const wave = WaveSurfer.create({ container: '#wave', height: 128 });
globalThis.openChosen = async () => {
  const begun = performance.now();
  await wave.loadBlob(document.querySelector('input').files[0]);
  return (performance.now() - begun) / 1000;
};
</script>`;

/** Seconds until the wave is drawn, bytes of the page's heap, its longest task in milliseconds. */
export async function measureAlone(path, { factor }) {
  const server = createServer((request, response) => {
    const module = request.url === '/wavesurfer.js';
    response.writeHead(200, { 'Content-Type': module ? 'text/javascript' : 'text/html' });
    response.end(module ? readFileSync(MODULE) : PAGE);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const phone = await openPhone(factor);
  try {
    await phone.page.goto(`http://127.0.0.1:${server.address().port}/`);
    await phone.page.waitForFunction('globalThis.openChosen');
    await phone.page.setInputFiles('input', path);
    const { result, milliseconds } = await phone.longestTask(() => phone.page.evaluate('openChosen()'));
    return { drawn: result, openingTask: milliseconds, heapBytes: phone.heapPeakBytes() };
  } finally {
    await phone.close();
    server.closeAllConnections();
    server.close();
  }
}
