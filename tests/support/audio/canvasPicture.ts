// The pixels of a canvas, including one drawn by a worker, which cannot be read itself. Runs in the page.
export function canvasPicture(canvas: HTMLCanvasElement): string {
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  copy.getContext('2d')?.drawImage(canvas, 0, 0);
  return copy.toDataURL();
}
