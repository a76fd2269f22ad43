// Browser features that recording needs, and the types that the browser can record.

/** The first supported type is used. */
const CAPTURE_TYPES = ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4', 'audio/wav'] as const;

/** The browser parts capture needs; tests pass doubles. */
export interface CaptureEnvironment {
  getUserMedia: ((constraints: MediaStreamConstraints) => Promise<MediaStream>) | undefined;
  MediaRecorder: typeof MediaRecorder | undefined;
  isSecureContext: boolean;
  now: () => number;
  page: { document: EventTarget & { visibilityState?: string }; window: EventTarget };
  requestWakeLock: (() => Promise<{ release: () => Promise<void> }>) | undefined;
}

export function browserEnvironment(): CaptureEnvironment {
  const devices = navigator.mediaDevices;
  return {
    getUserMedia: devices?.getUserMedia?.bind(devices),
    MediaRecorder: globalThis.MediaRecorder,
    isSecureContext: globalThis.isSecureContext,
    now: () => performance.now(),
    page: { document, window },
    requestWakeLock: navigator.wakeLock && (() => navigator.wakeLock.request('screen')),
  };
}

/** Why recording cannot work here, before any permission prompt; null when it can. */
export function captureObstacle(
  environment: CaptureEnvironment = browserEnvironment(),
): 'unsupported' | 'insecure' | null {
  if (!environment.isSecureContext) return 'insecure';
  if (!environment.getUserMedia || !environment.MediaRecorder) return 'unsupported';
  return pickType(environment.MediaRecorder) === null ? 'unsupported' : null;
}

/** The type to record in; null when none is supported. */
export function pickType(Recorder: typeof MediaRecorder): string | null {
  return CAPTURE_TYPES.find((type) => Recorder.isTypeSupported(type)) ?? null;
}

/** Extension for a recorded type, without a dot. */
export function extensionFor(mimeType: string): 'webm' | 'mp4' | 'wav' | 'ogg' {
  if (mimeType.startsWith('audio/mp4')) return 'mp4';
  if (mimeType.startsWith('audio/wav')) return 'wav';
  return mimeType.startsWith('audio/ogg') ? 'ogg' : 'webm';
}
