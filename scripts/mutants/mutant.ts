// What `npm run mutants` changes, and which tests must see it.

export interface Mutant {
  area: string;
  /** What is broken, as a sentence. */
  guard: string;
  file: string;
  /** Stands in the file exactly once. */
  find: string;
  replace: string;
  tests: readonly string[];
  /** What the tests need beyond the embedded engine: without TEST_DATABASE_URL the guard is passed over, and said so. */
  needs?: 'server';
}
