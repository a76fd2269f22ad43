// Clients that stop reading or never end a body are disconnected (K4). Attackers have their own address
// (127.0.0.9), as on a real network.
import { connect } from 'node:net';
import { afterAll, beforeAll, expect } from 'vitest';
import { ATTACKER, type PipelineScene, pipelineScene } from '../support/browser/pipelineScene.ts';
import { promise } from '../support/rules/promise.ts';

let scene: PipelineScene;
beforeAll(async () => {
  scene = await pipelineScene();
});
afterAll(() => scene.server.stop());

promise(
  'K4',
  'disconnects clients that stop reading or never end a refused body, on every route',
  async (trials) => {
    const { port } = new URL(scene.server.url);
    /** Milliseconds until the server ends it; Infinity when it does not. */
    const endOf = (first: string, dribble: string, reads: boolean, mostMs: number) =>
      new Promise<number>((resolve) => {
        const started = performance.now();
        const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: ATTACKER });
        const done = (milliseconds: number) => {
          clearInterval(timer);
          clearTimeout(end);
          socket.destroy();
          resolve(milliseconds);
        };
        // Only a writer notices the end without reading.
        const timer = setInterval(() => socket.write(dribble), 1000);
        const end = setTimeout(() => done(Number.POSITIVE_INFINITY), mostMs);
        socket.on('error', () => {});
        socket.on('close', () => done(performance.now() - started));
        if (reads) socket.resume();
        else socket.pause();
        socket.write(first);
      });
    const many = (text: string) => text.repeat(30);
    const ends = {
      'an asset': endOf(many(scene.head('GET', scene.asset)), '\r\n', false, 80_000),
      audio: endOf(many(scene.head('GET', scene.audio)), '\r\n', false, 80_000),
      'a refused body': endOf(
        scene.head('POST', '/nothing', 'Content-Length: 1000000\r\n'),
        '\r\n',
        true,
        30_000,
      ),
    };
    for (const [name, end] of Object.entries(ends)) {
      const milliseconds = await end;
      await trials.run(name, () => expect(milliseconds).toBeLessThan(80_000));
    }
    await trials.run('descriptors', async () => {
      expect(await scene.metric('aural_connections')).toBeLessThan(5);
    });
  },
);
