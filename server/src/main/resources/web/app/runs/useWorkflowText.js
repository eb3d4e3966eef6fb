// The text in an editor of workflows: checked while it is typed, here for JSON and by the server
// for everything else.
import { useEffect, useRef, useState } from '../lib/h.js';
import { post } from '../lib/api.js';
import { lineAt, placeOf, readJson } from '../lib/jsonlines.js';

const PAUSE_MS = 350;

const sentence = (text) => text.charAt(0).toLowerCase() + text.slice(1);

function located(text, errors) {
  const { places } = readJson(text);
  return errors.map((error) => {
    const place = places ? placeOf(places, error.pointer || '') : { from: 0 };
    return { line: lineAt(text, place.from), message: sentence(error.message), fix: error.fix };
  });
}

/** problems: [{line, message, fix}]; plan: what the server read, when it could. */
export function useWorkflowText(initial) {
  const [text, setText] = useState(initial);
  const [problems, setProblems] = useState([]);
  const [plan, setPlan] = useState(null);
  const current = useRef(text);
  current.current = text;
  const reject = (problem) => {
    setPlan(null);
    setProblems(problem.errors.length ? located(current.current, problem.errors) : [{ line: 0, message: problem.message }]);
  };
  useEffect(() => {
    const { error } = readJson(text);
    if (error) {
      setPlan(null);
      setProblems([error]);
      return undefined;
    }
    const timer = setTimeout(async () => {
      try {
        const read = await post('/workflows/check', text);
        if (current.current === text) {
          setProblems(located(text, read.errors));
          setPlan(read.valid ? read : null);
        }
      } catch (problem) {
        // While nobody answers, starting will say so; typing is not disturbed.
        if (current.current === text && problem.status !== 0) reject(problem);
      }
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return { text, setText, problems, plan, reject };
}

/** Reads a file that somebody chose; tells what is wrong with it instead when that cannot be. */
export async function readFile(file) {
  if (file.size > 1048576) throw new Error(`${file.name} is larger than 1 MiB.`);
  return file.text();
}
