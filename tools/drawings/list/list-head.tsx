// The head of the list of drawings: undo, redo, and deleting all of them.
import { IconArrowBackUp, IconArrowForwardUp, IconTrashX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/icon-button';
import { redoDrawing, undoDrawing, useDrawings } from '@/map/state/drawings';
import section from '../../parts/section.module.css';

interface ListHeadProps {
  /** False while a shape is drawn, whose steps have an undo of their own. */
  canUndo: boolean;
  isEmpty: boolean;
  onDeleteAll: () => void;
}

export const ListHead = ({ canUndo, isEmpty, onDeleteAll }: ListHeadProps) => {
  const t = useTranslations('map.tools.drawings');
  const { past, future } = useDrawings();
  const look = { variant: 'subtle', color: 'gray', size: 28 } as const;
  return (
    <div className={section.head}>
      <h3>{t('list')}</h3>
      <IconButton
        {...look}
        label={t('undo')}
        hotkey="Ctrl+Z"
        disabled={past.length === 0 || !canUndo}
        onClick={() => undoDrawing()}
      >
        <IconArrowBackUp size={16} />
      </IconButton>
      <IconButton
        {...look}
        label={t('redo')}
        hotkey="Ctrl+Y"
        disabled={future.length === 0 || !canUndo}
        onClick={() => redoDrawing()}
      >
        <IconArrowForwardUp size={16} />
      </IconButton>
      <IconButton {...look} label={t('deleteAll')} disabled={isEmpty} onClick={onDeleteAll}>
        <IconTrashX size={16} />
      </IconButton>
    </div>
  );
};
