// What our middlewares leave on a request.
import 'koa';

declare module 'koa' {
  interface DefaultState {
    /** In every log line and in the answer of a fault. */
    requestId: string;
    /** Action or route name, for the log and the metrics. */
    operation?: string;
    /** Code of the refusal, for the log and the metrics. */
    refusal?: string;
  }
}
