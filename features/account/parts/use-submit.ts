// Sending one form of the profile: busy, the server's words for single fields, the words for the whole.
'use client';
import { useState } from 'react';
import { useErrorText } from '@/components/states';
import { CallError } from '@/lib/api/errors';

/** The first field that is wrong, once its words are on screen. */
const showWrong = () =>
  requestAnimationFrame(() => {
    const box = document.querySelector('[role=dialog]') ?? document.getElementById('content');
    box?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  });

/** `run` answers the result, or undefined where the server refused: then the words are in `fields` and `problem`. */
export function useSubmit() {
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [fields, setFields] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  return {
    busy,
    fields,
    problem,
    /** Says what is wrong before anything is sent. */
    refuse: (found: Record<string, string>) => {
      setFields(found);
      setProblem('');
      showWrong();
    },
    clear: () => {
      setFields({});
      setProblem('');
    },
    run: async <T>(act: () => Promise<T>): Promise<T | undefined> => {
      setBusy(true);
      setFields({});
      setProblem('');
      try {
        return await act();
      } catch (error) {
        const found = error instanceof CallError ? error.fields : {};
        setFields(found);
        // A field that shows its own words needs no second ones.
        if (Object.keys(found).length) showWrong();
        else setProblem(errorText(error));
        return undefined;
      } finally {
        setBusy(false);
      }
    },
  };
}
export type Submit = ReturnType<typeof useSubmit>;
