// A file that is dropped on a screen goes to the import; while it is dragged, the screen says what letting go would do.
'use client';
import { IconUpload } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { useDialogs } from '@/components/feedback/dialogs';
import { toast } from '@/components/feedback/toast';
import { useMay } from '@/lib/api/use-who';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { href } from '@/lib/routes/rules';
import { routes } from '@/lib/routes/table';
import { hasUnsaved } from '@/lib/state/unload-guard';
import { isAccepted } from '../logic/formats';
import { useTransfer } from '../logic/transfer';
import classes from './import-drop.module.css';

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/** Takes a file to the import, or says in words why it cannot. */
function useTakeFiles() {
  const t = useTranslations('layerBuilder');
  const leave = useTranslations('common.leave');
  const { confirm } = useDialogs();
  const router = useRouter();
  return async (files: readonly File[]) => {
    const [file] = files;
    const { phase, drop } = useTransfer.getState();
    const refuse = (message: string) => void toast({ type: 'warning', message, id: 'import-drop' });
    if (!file) return;
    if (files.length > 1) return refuse(t('drop.one'));
    if (!isAccepted(file.name)) return refuse(t('drop.wrongType', { name: file.name, kinds: t('upload.hint') }));
    if (phase === 'sending' || phase === 'looking') return refuse(t('drop.busy'));
    const question = { title: leave('title'), text: leave('text'), confirm: leave('confirm'), danger: true };
    if (hasUnsaved() && !(await confirm(question))) return;
    drop(file);
    router.push(href('layerImport', { id: 'upload' }));
  };
}

/** Listens to the whole window: a file that misses would otherwise take the place of the page. Covers its positioned parent. */
export function ImportDrop() {
  const t = useTranslations('layerBuilder');
  const isAllowed = useMay(routes.layerImport.needs);
  const [isOver, setOver] = useState(false);
  const take = useTakeFiles();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is taken is known at the moment of the drop
  useEffect(() => {
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // A place of its own, as for the files of a record, takes what is over it.
      const isElsewhere = event.defaultPrevented;
      event.preventDefault();
      if (!isElsewhere && !isAllowed && event.dataTransfer) event.dataTransfer.dropEffect = 'none';
      setOver(isAllowed && !isElsewhere);
    };
    // It has left the window, or Esc has ended the drag.
    const onLeave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false);
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      if (isAllowed) void take([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, [isAllowed]);
  useHotkeys('panel', [{ keys: 'Escape', whileTyping: true, run: () => setOver(false) }], isOver);
  return (
    <div className={classes.drop} data-over={isOver || undefined} role="status">
      {isOver && (
        <div className={classes.words}>
          <IconUpload size={28} stroke={1.5} aria-hidden />
          <p className={classes.title}>{t('drop.title')}</p>
          <p className={classes.hint}>{t('upload.hint')}</p>
        </div>
      )}
    </div>
  );
}
