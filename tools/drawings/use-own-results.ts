// What can be done with what a tool has taken for the person, measurements or places: copied, kept as drawings, removed; each with a way back.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract';
import type { NewDrawing } from '@/contract/schemas/drawing';
import { useWrite } from '@/lib/api/hooks';
import { useTool } from '@/map/state/tool';
import { removeJobDrawings } from './job-drawings';

/** `tool`: the one whose words are said (`copied`, `notCopied`, `kept`, `cleared`, `undo`), and which comes back with what was removed. */
export function useOwnResults(tool: 'measure' | 'coordinates') {
  const t = useTranslations(`map.tools.${tool}`);
  const text = useErrorText();
  const create = useWrite(api.drawings.create);
  const client = useQueryClient();
  return {
    copy: (copied: string) =>
      navigator.clipboard.writeText(copied).then(
        () => toast({ type: 'success', message: t('copied') }),
        () => toast({ type: 'warning', message: t('notCopied') }),
      ),
    keep: (drawings: NewDrawing[]) =>
      create.mutateAsync({ body: drawings }).then(
        (keys) => {
          const ids = [keys].flat().map(({ id }) => id);
          toast({
            type: 'success',
            message: t('kept', { count: ids.length }),
            action: { label: t('undo'), run: () => removeJobDrawings(ids, client) },
          });
        },
        (error: unknown) => toast({ type: 'error', message: text(error) }),
      ),
    /** Says that so many were removed. */
    dropped: (count: number, restore: () => void) =>
      toast({
        type: 'info',
        message: t('cleared', { count }),
        action: {
          label: t('undo'),
          run: () => {
            // A tool that was left meanwhile hears nothing.
            useTool.getState().activate(tool);
            restore();
          },
        },
      }),
    keeping: create.isPending,
  };
}
