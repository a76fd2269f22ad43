// The look of the area layer. It lives in wavesurfer's shadow tree, where the page's style sheets do not reach but its
// custom properties do; a constructed sheet needs no permission from the content policy.

let sheet: CSSStyleSheet | null = null;

/** One sheet for all waveforms of the page. */
export function areaLayerSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
  }
  return sheet;
}

const STYLE = `
.scroll { scrollbar-width: thin; scrollbar-color: var(--faint) transparent; touch-action: pan-x pan-y; }
.wrapper { cursor: text; }
.areas { position: absolute; inset: 0 0 auto 0; z-index: 6; }
.areas > * { position: absolute; top: 0; left: 0; height: 100%; box-sizing: border-box; }
.shade { background: rgb(17 11 23 / 72%); pointer-events: none; }
.area { border-radius: 4px; background: transparent; }
.area.selected {
  background: rgb(255 255 255 / 5%); box-shadow: inset 0 0 0 1px rgb(255 255 255 / 14%);
  cursor: grab; touch-action: pan-y;
}
.handle { cursor: ew-resize; touch-action: pan-y; outline: none; z-index: 1; }
.handle::before {
  content: ""; position: absolute; inset: 0 auto 0 calc(var(--grip) - 1px); width: 2px;
  background: var(--text); border-radius: 1px;
}
.handle::after {
  content: ""; position: absolute; top: 50%; left: var(--grip); width: 12px; height: 40px;
  transform: translate(-50%, -50%); border-radius: 6px;
  background: linear-gradient(90deg, transparent 4px, #8c5f6a 4px 5px, transparent 5px 7px, #8c5f6a 7px 8px, transparent 8px), var(--text);
  box-shadow: 0 2px 8px rgb(0 0 0 / 45%);
  transition: height 120ms;
}
.handle:hover::after { height: 48px; }
.handle:focus-visible::after { outline: 2px solid var(--focus); outline-offset: 2px; }
.playhead {
  width: 2px; margin-left: -1px; background: var(--focus); pointer-events: none; z-index: 2;
  box-shadow: 0 0 8px rgb(255 211 154 / 60%);
}
.playhead::before {
  content: ""; position: absolute; top: -1px; left: -5px; width: 12px; height: 12px; border-radius: 50%;
  background: var(--focus);
}
.playhead:focus { outline: none; }
.playhead:focus-visible::before { outline: 2px solid var(--focus); outline-offset: 3px; }
.playhead[hidden] { display: none; }
.areas > .bubble {
  top: 6px; height: auto; padding: 4px 8px; border-radius: 8px; background: var(--text); color: var(--ground-top);
  font: 600 13px/1.3 var(--font-text); font-variant-numeric: tabular-nums; pointer-events: none; z-index: 3;
}
@media (prefers-reduced-motion: reduce) { .handle::after { transition: none; } }
`;
