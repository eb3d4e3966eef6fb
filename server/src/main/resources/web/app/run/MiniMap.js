import { html, useEffect, useState } from '../lib/h.js';
import { stateOf } from '../ui/Icon.js';
import { NODE } from './layout.js';

const SIZE = { width: 168, height: 118 };
const OVER = 24;

/** What of the drawing is in view, in its own measure; null when all of it is. */
function useFrame(box, drawing, zoom) {
  const [frame, setFrame] = useState(null);
  useEffect(() => {
    const view = box.current;
    const measure = () => {
      const svg = view.querySelector('svg.dag').getBoundingClientRect();
      const scale = Math.min(svg.width / drawing.width, svg.height / drawing.height) || 1;
      const over = view.scrollWidth > view.clientWidth + OVER || view.scrollHeight > view.clientHeight + OVER;
      setFrame(over ? { scale, x: view.scrollLeft / scale, y: view.scrollTop / scale, width: view.clientWidth / scale, height: view.clientHeight / scale } : null);
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(view);
    view.addEventListener('scroll', measure, { passive: true });
    return () => {
      watch.disconnect();
      view.removeEventListener('scroll', measure);
    };
  }, [drawing, zoom]);
  return frame;
}

/** The whole graph in a corner, while only a part of it is in view; a click goes there. */
export function MiniMap({ box, drawing, nodes, zoom, phaseOf }) {
  const frame = useFrame(box, drawing, zoom);
  if (!frame) return null;
  const scale = Math.min(SIZE.width / drawing.width, SIZE.height / drawing.height);
  const go = (event) => {
    const inside = event.currentTarget.getBoundingClientRect();
    const view = box.current;
    view.scrollTo({
      left: ((event.clientX - inside.left) / scale) * frame.scale - view.clientWidth / 2,
      top: ((event.clientY - inside.top) / scale) * frame.scale - view.clientHeight / 2,
    });
  };
  return html`<svg class="minimap only-wide" aria-hidden="true" width=${drawing.width * scale} height=${drawing.height * scale} viewBox=${`0 0 ${drawing.width} ${drawing.height}`} onClick=${go}>
    ${nodes.map((node) => {
      const place = drawing.at.get(node.id);
      return place && html`<rect key=${node.id} class="cell" data-s=${stateOf(phaseOf(node))} x=${place.x} y=${place.y} width=${NODE.width} height=${place.height} />`;
    })}
    <rect class="frame" x=${frame.x} y=${frame.y} width=${Math.min(frame.width, drawing.width)} height=${Math.min(frame.height, drawing.height)} /></svg>`;
}
