// The verdicts of the open record, and the way to the next one. A and R are keys; rejecting stands in the menu.
'use client';
import { Button, Kbd, Menu, Textarea } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconChevronLeft, IconChevronRight, IconPencil, IconX } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { IconButton } from '@/components/icon-button';
import { MoreMenu } from '@/components/layout/more-menu';
import type { LayerRecord, VerdictAction } from '@/contract/schemas/record';
import type { Review } from '@/contract/schemas/supervision';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { href } from '@/lib/routes/rules';
import { ReasonForm, type ReasonOf } from './reason-form';
import classes from './review.module.css';

const MAX_NOTE = 2000;

export interface VerdictBarProps {
  review: Review;
  onJudge: (action: VerdictAction, reason?: string) => void;
  onReopen: (reason: string) => void;
  onUndo: () => void;
  /** To the record before and after; missing where there is no queue. */
  onStep?: (step: 1 | -1) => void;
}

/** Why the record cannot be judged; null where it can. */
function whyNot({ record }: Review): string | null {
  const judge = record.can?.judge ?? null;
  return judge !== null && judge.length > 0 ? null : (record.can?.why.judge ?? null);
}

/** Whether the caller judges records as this one, and it waits. */
const isJudged = ({ can }: LayerRecord): boolean => can?.judge !== null && can?.judge !== undefined;

interface MoreActsProps {
  review: Review;
  may: (action: VerdictAction) => boolean;
  onForm: (form: ReasonOf | 'note') => void;
}

function MoreActs({ review: { record, can_reopen: canReopen }, may, onForm }: MoreActsProps) {
  const t = useTranslations('supervision');
  const waits = isJudged(record);
  return (
    <MoreMenu label={t('acts.more')}>
      {waits && (
        <Menu.Item onClick={() => onForm('note')} disabled={!may('approve')}>
          {t('acts.note')}
        </Menu.Item>
      )}
      {record.can?.edit && (
        <Menu.Item
          component={Link}
          href={`${href('layerData', { id: record.layer })}?record=${record.id}`}
          prefetch={false}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t('acts.edit')}
        </Menu.Item>
      )}
      {waits && canReopen && <Menu.Item onClick={() => onForm('reopen')}>{t('acts.reopen')}</Menu.Item>}
      {waits && (
        <Menu.Item color="red" disabled={!may('reject')} onClick={() => onForm('reject')}>
          {t('acts.reject')}
        </Menu.Item>
      )}
    </MoreMenu>
  );
}

function Steps({ onStep }: { onStep: (step: 1 | -1) => void }) {
  const t = useTranslations('supervision');
  return (
    <span className={classes.steps}>
      <IconButton label={t('acts.previous')} hotkey="K" variant="default" size={36} onClick={() => onStep(-1)}>
        <IconChevronLeft size={18} className="points" />
      </IconButton>
      <IconButton label={t('acts.next')} hotkey="J" variant="default" size={36} onClick={() => onStep(1)}>
        <IconChevronRight size={18} className="points" />
      </IconButton>
    </span>
  );
}

export function VerdictBar({ review, onJudge, onReopen, onUndo, onStep }: VerdictBarProps) {
  const t = useTranslations('supervision');
  const [form, setForm] = useState<ReasonOf | 'note' | null>(null);
  const [note, setNote] = useState('');
  const { record, can_reopen: canReopen, undo_until: undoUntil } = review;
  const allowed = record.can?.judge ?? [];
  const why = whyNot(review);
  const may = (action: VerdictAction) => allowed.includes(action);
  const waits = isJudged(record);
  const approve = () => may('approve') && onJudge('approve', note.trim() || undefined);
  useHotkeys('screen', [
    { keys: 'KeyA', run: approve, isEnabled: form === null || form === 'note' },
    { keys: 'KeyR', run: () => may('return') && setForm('return'), isEnabled: form === null },
  ]);
  const send = (reason: string) => {
    setForm(null);
    if (form === 'reopen') onReopen(reason);
    else if (form === 'return' || form === 'reject') onJudge(form, reason);
  };
  return (
    <section className={classes.verdict} aria-label={t('verdict')}>
      {form !== null && form !== 'note' && <ReasonForm of={form} onSend={send} onClose={() => setForm(null)} />}
      {form === 'note' && (
        <Textarea
          label={t('note')}
          rows={2}
          autoFocus
          maxLength={MAX_NOTE}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      )}
      {why && <Callout>{why}</Callout>}
      <div className={classes.acts}>
        {waits && (
          <>
            <Button
              color="teal"
              leftSection={<IconCheck size={18} aria-hidden />}
              rightSection={<Kbd size="xs">A</Kbd>}
              aria-keyshortcuts="A"
              disabled={!may('approve')}
              onClick={approve}
            >
              {t('acts.approve')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={18} aria-hidden />}
              rightSection={<Kbd size="xs">R</Kbd>}
              aria-keyshortcuts="R"
              disabled={!may('return')}
              onClick={() => setForm('return')}
            >
              {t('acts.return')}
            </Button>
          </>
        )}
        {canReopen && !waits && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            onClick={() => setForm('reopen')}
          >
            {t('acts.reopen')}
          </Button>
        )}
        {undoUntil && (
          <Button variant="default" leftSection={<IconX size={18} aria-hidden />} onClick={onUndo}>
            {t('undoApproval')}
          </Button>
        )}
        <MoreActs review={review} may={may} onForm={setForm} />
        {onStep && <Steps onStep={onStep} />}
      </div>
    </section>
  );
}
