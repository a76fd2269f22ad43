export * from './dsp.js';
export { default } from './dsp.js';
