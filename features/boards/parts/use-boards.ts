// The boards that the reader has, which of them is open, and what is done with them.
'use client';
import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useDialogs } from '@/components/feedback/dialogs';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { useAction } from '@/components/feedback/use-action';
import { api } from '@/contract/index';
import type { Board, BoardHead, BoardPatch, NewBoard } from '@/contract/schemas/boards/board';
import { CallError } from '@/lib/api/errors';
import { useRead, useWrite } from '@/lib/api/hooks';
import { ifMatch } from '@/lib/api/use-resource';
import { setInSearch } from '@/lib/routes/search';

const KEY = 'board';
/** The overview, which nobody has made. */
const OVERVIEW = '0';
const NO_BOARDS: readonly BoardHead[] = [];

/** `openId`: null for the overview. It stands in the address; without one there the reader's default opens. */
export function useBoards() {
  const list = useRead(api.boards.list, {});
  const named = useSearchParams().get(KEY);
  const boards = list.data ?? NO_BOARDS;
  const byDefault = boards.find(({ is_default }) => is_default)?.id ?? null;
  const openId = named === null ? byDefault : named === OVERVIEW ? null : Number(named) || null;
  const open = (id: number | null) =>
    setInSearch(KEY, id === null ? (byDefault === null ? null : OVERVIEW) : String(id));
  return { boards, openId, open, isPending: list.isPending, error: list.error, retry: () => void list.refetch() };
}

export function useBoardActs(open: (id: number | null) => void) {
  const t = useTranslations('boards.acts');
  const errorText = useErrorText();
  const { confirm, prompt } = useDialogs();
  const create = useWrite(api.boards.create);
  const edit = useWrite(api.boards.edit);
  const copy = useWrite(api.boards.copy);
  const setDefault = useWrite(api.boards.setDefault);
  const remove = useWrite(api.boards.remove);

  const add = useAction((body: NewBoard) => create.mutateAsync({ body }), {
    done: ({ label }) => t('made', { label }),
  });
  const twin = useAction(({ id, label }: { id: number; label: string }) => copy.mutateAsync({ params: { id }, body: { label } }), { done: ({ label }) => t('made', { label }) }); // biome-ignore format: one act
  const first = useAction(({ id, is_default }: BoardHead) => setDefault.mutateAsync({ params: { id }, body: { is_default: !is_default } }), { done: ({ is_default }) => t(is_default ? 'first' : 'notFirst') }); // biome-ignore format: one act
  const unlock = useAction(({ id }: BoardHead) => edit.mutateAsync({ params: { id }, body: { locked: false } }), { done: () => t('unlocked') }); // biome-ignore format: one act
  const drop = useAction(({ id }: BoardHead) => remove.mutateAsync({ params: { id } }), {
    confirm: ({ label }) => ({ title: t('removeTitle', { label }), text: t('removeText'), confirm: t('remove'), danger: true }), // biome-ignore format: one question
    done: (_, { label }) => t('removed', { label }),
  });

  /** Saves a change made to `board`; where somebody else was quicker, what is written here stays until the person decides. */
  const save = async (board: Board, body: BoardPatch): Promise<Board | null> => {
    const send = (version: number) =>
      edit.mutateAsync({ params: { id: board.id }, body, options: ifMatch(`"${version}"`) });
    try {
      return await send(board.version);
    } catch (error) {
      const current = error instanceof CallError && error.kind === 'conflict' ? (error.body as { current?: Board }).current : undefined; // biome-ignore format: one condition
      if (!current) {
        toast({ type: 'error', message: errorText(error) });
        return null;
      }
      if (!(await confirm({ title: t('conflict'), text: t('conflictText'), confirm: t('overwrite') }))) return null;
      return save({ ...board, version: current.version }, body);
    }
  };
  const ask = (title: string, value: string) => prompt({ title, label: t('label'), value, confirm: t('make'), maxLength: 120 }); // biome-ignore format: one question

  return {
    save,
    first: first.run,
    unlock: unlock.run,
    async create(body: Omit<NewBoard, 'label'> = {}, label = '') {
      const name = await ask(t('newTitle'), label);
      const board = name === null ? undefined : await add.run({ ...body, label: name });
      if (board) open(board.id);
      return board;
    },
    async copy({ id, label }: BoardHead) {
      const name = await ask(t('copyTitle'), t('copyOf', { label }));
      const board = name === null ? undefined : await twin.run({ id, label: name });
      if (board) open(board.id);
    },
    async remove(board: BoardHead) {
      if (await drop.run(board)) open(null);
    },
  };
}
