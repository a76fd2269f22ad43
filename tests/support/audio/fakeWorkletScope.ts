// An AudioWorkletGlobalScope for Node: registers processors, constructs them with a port whose other end the
// test holds, and renders quanta by hand. Transferred buffers are detached, as a real port would.

export interface FakePort {
  /** Messages from the processor, oldest first. */
  readonly sent: unknown[];
  /** Delivers a message to the processor. */
  deliver(data: unknown): void;
}

export interface FakeNode {
  readonly port: FakePort;
  /** Renders one quantum and advances the clock by `frames`; `skip` quanta are left out before it. */
  render(inputs: readonly (readonly Float32Array[])[], frames?: number, skip?: number): boolean;
}

interface Processor {
  port: { onmessage: ((event: { data: unknown }) => void) | null };
  process(inputs: readonly (readonly Float32Array[])[]): boolean;
}

type ProcessorClass = new (options: { processorOptions: unknown }) => Processor;

const registered = new Map<string, ProcessorClass>();
let sent: unknown[] = [];

/** The scope's globals; `currentFrame` and `sampleRate` are read by processors, `frames` are Web Audio's. */
const scope = globalThis as unknown as {
  currentFrame: number;
  sampleRate: number;
  AudioWorkletProcessor: unknown;
  registerProcessor: (name: string, processor: ProcessorClass) => void;
};

/** Installs the scope's globals. Import the processor's module after this. */
export function installWorkletScope(sampleRate: number): void {
  scope.sampleRate = sampleRate;
  scope.currentFrame = 0;
  scope.registerProcessor = (name, processor) => registered.set(name, processor);
  scope.AudioWorkletProcessor = class {
    readonly port = {
      onmessage: null,
      sent: [] as unknown[],
      postMessage(message: unknown, transfer: ArrayBuffer[] = []) {
        this.sent.push(structuredClone(message, { transfer }));
      },
    };
    constructor() {
      sent = this.port.sent;
    }
  };
}

/** Constructs a registered processor as `new AudioWorkletNode` would. */
export function createFakeNode(name: string, processorOptions: unknown): FakeNode {
  const Registered = registered.get(name);
  if (!Registered) throw new Error(`no processor ${name}`);
  const processor = new Registered({ processorOptions });
  const port = { sent, deliver: (data: unknown) => processor.port.onmessage?.({ data }) };
  return {
    port,
    render(inputs, frames = 128, skip = 0) {
      scope.currentFrame += skip * frames;
      const alive = processor.process(inputs);
      scope.currentFrame += frames;
      return alive;
    },
  };
}
