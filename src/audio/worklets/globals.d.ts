// The part of AudioWorkletGlobalScope (Web Audio API §1.32) that the processors use. TypeScript ships no library for
// it, and the DOM's library would allow window and document.

declare const sampleRate: number;
declare const currentFrame: number;

interface WorkletPort {
  onmessage: ((event: { data: unknown }) => void) | null;
  postMessage(message: unknown, transfer?: ArrayBuffer[]): void;
}

declare abstract class AudioWorkletProcessor {
  readonly port: WorkletPort;
}

interface ProcessorConstructor {
  new (options: {
    processorOptions: unknown;
  }): {
    process(inputs: readonly (readonly Float32Array[])[]): boolean;
  };
}

declare function registerProcessor(name: string, processor: ProcessorConstructor): void;

declare namespace WebAssembly {
  class Module {
    private readonly brand;
  }
  class Instance {
    constructor(module: Module, imports?: Record<string, never>);
    readonly exports: unknown;
  }
}
