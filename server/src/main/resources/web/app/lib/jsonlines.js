// Where in a text each value of its JSON stands, so that an error about "/steps/2/depends_on/0" can
// be shown at its line. Also says what is wrong with text that is no JSON, and where.

class NotJson extends Error {
  constructor(message, index) {
    super(message);
    this.index = index;
  }
}

const escape = (key) => key.replaceAll('~', '~0').replaceAll('/', '~1');

class Reader {
  constructor(text) {
    this.text = text;
    this.i = 0;
    this.places = new Map();
  }

  blank() {
    while (/[ \t\r\n]/.test(this.text[this.i] || '')) this.i += 1;
  }

  fail(message, at = this.i) {
    throw new NotJson(message, Math.min(at, this.text.length));
  }

  value(pointer) {
    this.blank();
    const from = this.i;
    const c = this.text[this.i];
    if (c === '{') this.members(pointer);
    else if (c === '[') this.items(pointer);
    else if (c === '"') this.string();
    else this.word();
    this.places.set(pointer, { from, to: this.i });
  }

  string() {
    const from = this.i;
    const found = /"(?:[^"\\\n]|\\.)*"/y;
    found.lastIndex = from;
    const match = found.exec(this.text);
    if (!match) this.fail('a string has no closing quote', from);
    this.i = found.lastIndex;
    try {
      return JSON.parse(match[0]);
    } catch {
      return this.fail('a string has a character or an escape that JSON does not allow', from);
    }
  }

  word() {
    const from = this.i;
    const found = /-?\d+(\.\d+)?([eE][+-]?\d+)?|true|false|null/y;
    found.lastIndex = from;
    if (!found.exec(this.text)) {
      const bare = /[A-Za-z_][\w-]*/y;
      bare.lastIndex = from;
      const match = bare.exec(this.text);
      if (match) this.fail(`a string needs quotes: "${match[0]}"`, from);
      this.fail(from >= this.text.length ? 'the text ends too early' : `a value is missing before "${this.text[from]}"`, from);
    }
    this.i = found.lastIndex;
  }

  members(pointer) {
    const open = this.i;
    this.i += 1;
    this.blank();
    if (this.text[this.i] === '}') return void (this.i += 1);
    for (;;) {
      this.blank();
      if (this.text[this.i] === '}') this.fail('there is a comma too many', this.i);
      if (this.text[this.i] !== '"') this.fail(this.i >= this.text.length ? 'a { has no closing }' : 'the name of a field needs quotes', this.i >= this.text.length ? open : this.i);
      const key = this.string();
      this.blank();
      if (this.text[this.i] !== ':') this.fail(`a colon is missing behind "${key}"`);
      this.i += 1;
      this.value(`${pointer}/${escape(key)}`);
      if (!this.more('}', open)) return;
    }
  }

  items(pointer) {
    const open = this.i;
    this.i += 1;
    this.blank();
    if (this.text[this.i] === ']') return void (this.i += 1);
    for (let n = 0; ; n += 1) {
      this.blank();
      if (this.i >= this.text.length) this.fail('a [ has no closing ]', open);
      if (this.text[this.i] === ']') this.fail('there is a comma too many', this.i);
      this.value(`${pointer}/${n}`);
      if (!this.more(']', open)) return;
    }
  }

  /** Behind a member or an item: true if another one follows. */
  more(end, open) {
    const behind = this.i;
    this.blank();
    const c = this.text[this.i];
    this.i += 1;
    if (c === ',') return true;
    if (c === end) return false;
    if (c === undefined) this.fail(`a ${end === '}' ? '{' : '['} has no closing ${end}`, open);
    return this.fail(`a comma or ${end} is missing`, behind);
  }
}

export const lineAt = (text, index) => text.slice(0, index).split('\n').length;

/** {places} of all values by JSON pointer, or {error: {line, message}}. */
export function readJson(text) {
  const reader = new Reader(text);
  try {
    reader.value('');
    reader.blank();
    if (reader.i < text.length) reader.fail('there is text behind the end');
    return { places: reader.places };
  } catch (e) {
    if (!(e instanceof NotJson)) throw e;
    return { error: { line: lineAt(text, e.index), from: e.index, to: e.index + 1, message: e.message } };
  }
}

/** The place of a pointer, or of the nearest value around it when that is missing. */
export function placeOf(places, pointer) {
  let p = pointer;
  while (p && !places.has(p)) p = p.slice(0, p.lastIndexOf('/'));
  const place = places.get(p) || { from: 0, to: 0 };
  return p === pointer ? place : { from: place.from, to: place.from + 1 };
}
