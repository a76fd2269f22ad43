// A canvas that follows its box and the screen's pixel ratio. Draws only on request or after a resize.
import { type CanvasHTMLAttributes, type RefObject, useEffect, useRef } from 'react';

export type Surface = HTMLCanvasElement | OffscreenCanvas;
export type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
type PenOf<Of extends Surface> = Of extends HTMLCanvasElement
  ? CanvasRenderingContext2D
  : OffscreenCanvasRenderingContext2D;

/** Draws in CSS pixels: the context is already scaled and cleared. */
export type Draw<Context extends Pen = CanvasRenderingContext2D> = (
  context: Context,
  width: number,
  height: number,
) => void;

/** Largest pixel ratio worth its memory on a phone. */
export const MAX_PIXEL_RATIO = 2.5;

/** Sizes the backing store to the box and passes a cleared, scaled context to `draw`. */
export function paint<Of extends Surface>(
  canvas: Of,
  width: number,
  height: number,
  draw: Draw<PenOf<Of>>,
): void {
  const ratio = Math.min(MAX_PIXEL_RATIO, globalThis.devicePixelRatio || 1);
  const pixelWidth = Math.max(1, Math.round(width * ratio));
  const pixelHeight = Math.max(1, Math.round(height * ratio));
  if (canvas.width !== pixelWidth || canvas.height !== pixelHeight) {
    canvas.width = pixelWidth;
    canvas.height = pixelHeight;
  }
  const context: Pen | null = (canvas as HTMLCanvasElement).getContext('2d');
  if (context === null) return;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  draw(context as PenOf<Of>, width, height);
}

export interface CanvasProps extends CanvasHTMLAttributes<HTMLCanvasElement> {
  /** Redraws when this function changes: keep it stable with `useCallback`. */
  draw: Draw;
  canvasRef?: RefObject<HTMLCanvasElement | null>;
}

export function Canvas({ draw, canvasRef, ...rest }: CanvasProps) {
  const own = useRef<HTMLCanvasElement>(null);
  const ref = canvasRef ?? own;
  useEffect(() => {
    const canvas = ref.current;
    if (canvas === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const box = entry?.contentRect;
      if (box !== undefined && box.width > 0) paint(canvas, box.width, box.height, draw);
    });
    observer.observe(canvas);
    return () => observer.disconnect();
  }, [draw, ref]);
  return <canvas {...rest} ref={ref} />;
}
