// Sends files to a record, one after another.
'use client';
import { api } from '@/contract';
import { useWrite } from '@/lib/api/hooks';

export function useSendFiles() {
  const add = useWrite(api.files.add);
  return {
    isSending: add.isPending,
    /** The ids of those that arrived, in their order, and what the first of the others met; null where all arrived. */
    async send(
      record: number,
      files: readonly File[],
      onArrival?: (count: number) => void,
    ): Promise<{ ids: number[]; failure: unknown }> {
      const ids: number[] = [];
      try {
        for (const file of files) {
          const { id } = await add.mutateAsync({ body: { layer_data: String(record), label: file.name, path: file } } as never); // biome-ignore format: one call
          ids.push(id);
          onArrival?.(ids.length);
        }
      } catch (failure) {
        return { ids, failure };
      }
      return { ids, failure: null };
    },
  };
}
