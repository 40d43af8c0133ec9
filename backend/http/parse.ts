// Reads queries and bodies by the contract's schemas, and says of each field what is wrong with it.
import { z } from 'zod';
import { type FieldProblem, problemsOf } from '../../contract/problems';
import { QUERY_TOO_LARGE } from '../../contract/schemas/query';
import { type FieldSentences, fieldRefusal, QUERY_LARGE, type Sentence } from './errors';

/** `problems` is empty where `data` is what the schema reads. */
export interface Reading {
  data?: unknown;
  problems: FieldSentences;
}

const sentenceOf = ({ problem, limit }: FieldProblem): Sentence => ({
  wording: problem === 'calendar' ? problem : `field_${problem}`,
  params: limit === undefined ? {} : { limit },
});

/** Reads a value by a schema, with everything that is wrong with it. */
export function readValue(schema: z.ZodType, value: unknown): Reading {
  const read = schema.safeParse(value, { reportInput: true });
  if (read.success) return { data: read.data, problems: {} };
  const { issues } = read.error;
  const large = issues.find(({ message }) => message === QUERY_TOO_LARGE);
  const problems = Object.entries(problemsOf(read.error, value)).map(([path, problem]) => [path, sentenceOf(problem)]);
  return { problems: Object.fromEntries(large ? [...problems, [large.path.join('.'), QUERY_LARGE]] : problems) };
}

/** Reads a value by a schema, or refuses all that is wrong with it. */
export function parse(schema: z.ZodType, value: unknown): unknown {
  const { data, problems } = readValue(schema, value);
  if (Object.keys(problems).length) throw fieldRefusal(problems);
  return data;
}

/** The fields of a body that have no problem, as the schema reads them. */
export function readFields(schema: z.ZodType, body: unknown, problems: FieldSentences): Record<string, unknown> {
  if (!(schema instanceof z.ZodObject) || typeof body !== 'object' || body === null) return {};
  const wrong = new Set(Object.keys(problems).map((path) => path.split('.')[0]));
  const shape = schema.shape as Record<string, z.ZodType>;
  const rightEntries = Object.entries(body).filter(([name]) => Object.hasOwn(shape, name) && !wrong.has(name));
  return Object.fromEntries(
    rightEntries.map(([name, value]) => [name, (shape[name] as z.ZodType).safeParse(value).data]),
  );
}
