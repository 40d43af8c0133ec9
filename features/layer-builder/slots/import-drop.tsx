// A file that is dropped on a screen goes to the import; while it is dragged, the screen says what letting go would do.
'use client';
import { IconUpload } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { useDialogs } from '@/components/feedback/dialogs';
import { toast } from '@/components/feedback/toast';
import { useMay } from '@/lib/api/use-who';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { href } from '@/lib/routes/rules';
import { routes } from '@/lib/routes/table';
import { hasUnsaved } from '@/lib/state/unload-guard';
import { type Dropped, hasFiles, isLooseText, readDropped } from '../logic/dropped';
import { useTransfer } from '../logic/transfer';
import classes from './import-drop.module.css';

/** Takes a file to the import, or says in words why it cannot. */
function useTakeDropped() {
  const t = useTranslations('layerBuilder');
  const leave = useTranslations('common.leave');
  const { confirm } = useDialogs();
  const isAllowed = useMay(routes.layerImport.needs);
  const router = useRouter();
  return async (dropped: Dropped) => {
    const { phase, drop } = useTransfer.getState();
    const refuse = (message: string) => void toast({ type: 'warning', message, id: 'import-drop' });
    if (!isAllowed) return refuse(t('drop.notAllowed'));
    if ('refusal' in dropped)
      return refuse(t(`drop.${dropped.refusal}`, { name: dropped.name, kinds: t('upload.hint') }));
    if (phase === 'sending' || phase === 'looking') return refuse(t('drop.busy'));
    const question = { title: leave('title'), text: leave('text'), confirm: leave('confirm'), danger: true };
    if (hasUnsaved() && !(await confirm(question))) return;
    drop(dropped.file);
    router.push(href('layerImport', { id: 'upload' }));
  };
}

/** Listens to the whole window: a file that misses would otherwise take the place of the page. Covers its positioned parent. */
export function ImportDrop() {
  const t = useTranslations('layerBuilder');
  const isAllowed = useMay(routes.layerImport.needs);
  const [isOver, setOver] = useState(false);
  const take = useTakeDropped();
  /** What is dragged within the page is its own affair. */
  const isOwn = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is taken is known at the moment of the drop
  useEffect(() => {
    const isOurs = (event: DragEvent) => !isOwn.current && (hasFiles(event) || isLooseText(event));
    const onOver = (event: DragEvent) => {
      if (!isOurs(event)) return;
      // A place of its own, as for the files of a record, takes what is over it.
      const isElsewhere = event.defaultPrevented;
      event.preventDefault();
      setOver(isAllowed && !isElsewhere && hasFiles(event));
    };
    // It has left the window, or Esc has ended the drag.
    const onLeave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false);
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (event.defaultPrevented || !isOurs(event) || !event.dataTransfer) return;
      event.preventDefault();
      void take(readDropped(event.dataTransfer));
    };
    const onStart = () => {
      isOwn.current = true;
    };
    const onEnd = () => {
      isOwn.current = false;
    };
    window.addEventListener('dragstart', onStart);
    window.addEventListener('dragend', onEnd);
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragstart', onStart);
      window.removeEventListener('dragend', onEnd);
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
