// A canvas that follows its box and the screen's pixel ratio. Draws only when asked or resized.
import { type CanvasHTMLAttributes, type RefObject, useEffect, useRef } from 'react';

/** Draws in CSS pixels: the context is already scaled and cleared. */
export type Draw = (context: CanvasRenderingContext2D, width: number, height: number) => void;

/** Largest pixel ratio worth its memory on a phone. */
export const MAX_PIXEL_RATIO = 2.5;

/** Sizes the backing store to the box and hands a cleared, scaled context to `draw`. */
export function paint(canvas: HTMLCanvasElement, width: number, height: number, draw: Draw): void {
  const ratio = Math.min(MAX_PIXEL_RATIO, globalThis.devicePixelRatio || 1);
  const pixelWidth = Math.max(1, Math.round(width * ratio));
  const pixelHeight = Math.max(1, Math.round(height * ratio));
  if (canvas.width !== pixelWidth || canvas.height !== pixelHeight) {
    canvas.width = pixelWidth;
    canvas.height = pixelHeight;
  }
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  draw(context, width, height);
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
