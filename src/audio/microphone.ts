// Opens the microphone, and says whether the browser raises its level.
import type { CaptureEnvironment } from './captureEnvironment.ts';
import { CaptureError, microphoneRefusal } from './captureErrors.ts';

/** Requests the microphone. `natural`: without the browser's processing. Rejects with `CaptureError`. */
export async function openMicrophone(
  environment: CaptureEnvironment,
  natural: boolean,
): Promise<MediaStream> {
  const asked = {
    sampleRate: { ideal: 44_100 },
    echoCancellation: !natural,
    noiseSuppression: !natural,
    autoGainControl: !natural,
  };
  let microphone: MediaStream | undefined;
  try {
    microphone = await environment.getUserMedia?.({ audio: asked });
  } catch (error) {
    throw new CaptureError(microphoneRefusal(error), error);
  }
  if (!microphone) throw new CaptureError('unsupported');
  return microphone;
}

/** Whether automatic gain is on, which can raise a voice into clipping. Undefined where the browser does not say. */
export const hasAutomaticGain = (microphone: MediaStream): boolean | undefined =>
  microphone.getTracks()[0]?.getSettings?.().autoGainControl;
