// What the longest task of a page computes. By the wall a task also holds what others took of the processor meanwhile; the
// clock of its thread stops then.

/** Runs `work`; answers what it answers, and the longest task by its thread's clock, milliseconds. */
export async function longestComputed(page, work) {
  const devTools = await page.context().newCDPSession(page);
  const painters = new Set();
  /** Thread → its longest. */
  const longest = new Map();
  devTools.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, pid, tid, tdur = 0, args } of value) {
      const thread = `${pid} ${tid}`;
      if (name === 'thread_name' && args.name === 'CrRendererMain') painters.add(thread);
      longest.set(thread, Math.max(longest.get(thread) ?? 0, tdur));
    }
  });
  await devTools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'], excludedCategories: ['*'] },
  });
  const result = await work();
  const whole = new Promise((resolve) => {
    devTools.once('Tracing.tracingComplete', resolve);
  });
  await devTools.send('Tracing.end');
  await whole;
  await devTools.detach();
  if (painters.size === 0) throw new Error('the browser reported no tasks');
  return { result, milliseconds: Math.max(...[...painters].map((each) => longest.get(each) ?? 0)) / 1000 };
}
