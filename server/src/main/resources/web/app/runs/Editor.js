import { html, useMemo, useRef } from '../lib/h.js';

const TOKEN = /("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([{}[\],:])|(\s+)|([^\s{}[\],:"]+)/g;

function tokens(line) {
  const parts = [];
  for (const [all, string, colon, number, punct] of line.matchAll(TOKEN)) {
    if (string && colon) parts.push(html`<span class="k">${string}</span><span class="p">${colon}</span>`);
    else if (string) parts.push(html`<span class="s">${string}</span>`);
    else if (number) parts.push(html`<span class="n">${number}</span>`);
    else if (punct) parts.push(html`<span class="p">${punct}</span>`);
    else parts.push(all);
  }
  return parts;
}

/**
 * A text area over the same text in colours: it stays a text area, with its undo, its selection
 * and its keyboard.
 *
 * @param marks the numbers of lines with something wrong
 */
export function Editor({ value, onInput, marks, onSubmit }) {
  const area = useRef(null);
  const lines = useMemo(() => value.split('\n'), [value]);
  const widest = useMemo(() => Math.max(20, ...lines.map((line) => line.length)), [lines]);
  const keydown = (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSubmit();
    } else if (event.key === 'Escape') {
      area.current.blur();
    }
  };
  return html`<div class="editor" onClick=${(event) => event.target.closest('textarea') || area.current.focus()}>
    <div class="editor-code" style=${{ width: `calc(${widest + 2}ch + 38px)` }}>
      <div class="editor-lines" aria-hidden="true">${lines.map((line, i) => html`<div key=${i}
        class=${`ln${marks.has(i + 1) ? ' bad' : ''}`}><span>${marks.has(i + 1) ? html`<u>${tokens(line)}</u>` : tokens(line)}${' '}</span></div>`)}</div>
      <textarea ref=${area} id="editor" aria-label="Workflow as JSON" aria-invalid=${marks.size > 0} spellcheck="false" autocomplete="off"
        autocapitalize="off" wrap="off" rows=${lines.length} value=${value} onInput=${(e) => onInput(e.target.value)} onKeyDown=${keydown}></textarea>
    </div></div>`;
}
