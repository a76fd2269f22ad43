// One request with byte progress. XMLHttpRequest, because `fetch` reports no upload progress.

export interface WireRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Blob | string | FormData | null;
  signal: AbortSignal;
  /** Fails as if without an answer after this time without a byte sent or received. */
  patienceMs: number;
  /** Bytes of the body sent so far. */
  onSent: (bytes: number) => void;
}

/** Status 0: no answer. */
export interface WireAnswer {
  status: number;
  text: string;
  header(name: string): string | null;
}

/** Rejects only with the signal's reason. */
export type Wire = (request: WireRequest) => Promise<WireAnswer>;

export const xhrWire: Wire = ({ method, url, headers, body, signal, patienceMs, onSent }) =>
  new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    signal.addEventListener('abort', abort, { once: true });
    // A dead connection looks like a slow one: only a timer detects it.
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(abort, patienceMs);
    };
    wait();
    xhr.upload.onprogress = (event) => {
      wait();
      onSent(event.loaded);
    };
    xhr.onprogress = wait;
    const answered = () =>
      resolve({ status: xhr.status, text: xhr.responseText, header: (name) => xhr.getResponseHeader(name) });
    xhr.onload = answered;
    xhr.onerror = answered;
    xhr.onabort = () => {
      if (signal.aborted) reject(signal.reason);
      else resolve({ status: 0, text: '', header: () => null });
    };
    xhr.onloadend = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    xhr.open(method, url);
    xhr.setRequestHeader('accept', 'application/json');
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    // Same-origin requests send cookies in any case; only the ticket authorises the form's upload.
    xhr.withCredentials = false;
    xhr.send(body);
  });
