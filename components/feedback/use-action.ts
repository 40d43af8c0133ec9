// One act of a screen: asked where it must be, done, told; undone from the toast where that is possible.
'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { type ConfirmOptions, useDialogs } from './dialogs';
import { useErrorText } from './states';
import { toast } from './toast';

export interface ActionOptions<I, O> {
  /** What is asked first; it names the thing and the number. */
  confirm?: (input: I) => ConfirmOptions | Promise<ConfirmOptions>;
  /** What is told when it is done; nothing is told without it. */
  done?: (output: O, input: I) => string;
  /** Takes it back; resolves to what is told then. */
  undo?: (output: O, input: I) => Promise<string>;
}

/** `run` resolves to what `send` resolved to, or to undefined when it was not done: the person said no, or the server did (which is told). */
export function useAction<I, O>(send: (input: I) => Promise<O>, options: ActionOptions<I, O> = {}) {
  const t = useTranslations('common');
  const errorText = useErrorText();
  const { confirm } = useDialogs();
  const [isBusy, setBusy] = useState(false);
  const { confirm: question, done, undo } = options;
  const fail = (error: unknown) => void toast({ type: 'error', message: errorText(error) });

  const run = async (input: I): Promise<O | undefined> => {
    if (question && !(await confirm(await question(input)))) return undefined;
    setBusy(true);
    try {
      const output = await send(input);
      const revert = () => {
        undo?.(output, input).then((message) => void toast({ type: 'success', message }), fail);
      };
      if (done)
        toast({
          type: 'success',
          message: done(output, input),
          ...(undo ? { action: { label: t('undo'), run: revert } } : {}),
        });
      return output;
    } catch (error) {
      fail(error);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { run, isBusy };
}
