// Pieces of the record's form: the offer of an old draft, the facts at its foot, and the line that saves.
'use client';
import { Alert, Button, Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Details, useErrorText } from '@/components/feedback/states';
import type { LayerRecord } from '@/contract/schemas/record';
import { CallError } from '@/lib/api/errors';
import { useFormat } from '@/lib/i18n/use-format';
import type { Draft } from '../logic/draft';
import classes from './record-panel.module.css';
import type { useRecordForm } from './use-record-form';
import { useWaitingMark } from './use-waiting-mark';

/** Something typed before was never saved. */
export function DraftOffer({ draft, onTake, onDiscard }: { draft: Draft; onTake: () => void; onDiscard: () => void }) {
  const t = useTranslations('records.draft');
  const { date } = useFormat();
  return (
    <Alert color="indigo" title={t('title')}>
      <p className={classes.note}>{t('text', { when: date(draft.at, 'relative') })}</p>
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" onClick={onTake}>
          {t('take')}
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onDiscard}>
          {t('discard')}
        </Button>
      </Group>
    </Alert>
  );
}

/** What waits beside the approved record, and why it was sent back. */
export function WaitingMark({ record }: { record: LayerRecord }) {
  const mark = useWaitingMark();
  const reason = record.unconfiremed_value?.returned;
  return (
    <span>
      {mark(record)}
      {reason && (
        <>
          {': '}
          <bdi>{reason}</bdi>
        </>
      )}
    </span>
  );
}

export interface FactsProps {
  facts: { label: string; value: string }[] | undefined;
  base: LayerRecord | null;
  onEdit?: () => void;
}

/** The shape in words, and when the record was made and changed. */
export function Facts({ facts = [], base, onEdit }: FactsProps) {
  const t = useTranslations('records.facts');
  const { date, digits } = useFormat();
  const moment = (iso: string, user: LayerRecord['creator_user']) => (
    <>
      {date(iso, 'datetime')}
      {user && (
        <>
          {' · '}
          <bdi>{user.username}</bdi>
        </>
      )}
    </>
  );
  const own = base
    ? [
        { label: t('id'), value: digits(base.id) },
        { label: t('created'), value: moment(base.create_date, base.creator_user) },
        { label: t('modified'), value: moment(base.modified_date, base.modified_user) },
      ]
    : [];
  const all: { label: string; value: ReactNode }[] = [
    ...facts.map(({ label, value }) => ({ label, value: <bdi>{value}</bdi> })),
    ...own,
  ];
  if (all.length === 0) return null;
  return (
    <section className={classes.facts} aria-label={t('title')}>
      <dl>
        {all.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {onEdit && (
        <Button variant="default" size="compact-sm" onClick={onEdit}>
          {t('edit')}
        </Button>
      )}
    </section>
  );
}

export interface PanelFootProps {
  /** Null where nothing may be saved. */
  form: ReturnType<typeof useRecordForm> | null;
  /** A new record still lacks its shape. */
  shapeless: boolean;
  onEditGeometry?: (() => void) | undefined;
  /** Stands at the end of the line, apart from the button that saves. */
  children?: ReactNode;
}

/** What went wrong with the last save. */
export function SaveProblem({ failure }: { failure: unknown }) {
  const t = useTranslations('records.form');
  const text = useErrorText();
  if (!(failure instanceof CallError)) return null;
  return (
    <Alert color="red" role="alert" title={t('failed')}>
      <p className={classes.note}>{text(failure)}</p>
      <p className={classes.note}>{t(failure.kind === 'network' ? 'failedNetwork' : 'failedKept')}</p>
      {failure.requestId && <Details>{`${failure.requestId}\n${failure.status} ${failure.code}`}</Details>}
    </Alert>
  );
}

/** What went wrong with the last save, and the buttons. */
export function PanelFoot({ form, shapeless, onEditGeometry, children }: PanelFootProps) {
  const t = useTranslations('records.form');
  return (
    <div className={classes.foot}>
      {shapeless && (
        <p className={classes.hint}>
          {t('shapeless')}
          {onEditGeometry && (
            <Button variant="subtle" size="compact-sm" onClick={onEditGeometry}>
              {t('draw')}
            </Button>
          )}
        </p>
      )}
      <SaveProblem failure={form?.failure} />
      <div className={classes.buttons}>
        {form && (
          <Button
            loading={form.saving}
            disabled={shapeless || (form.base !== null && !form.unsaved)}
            onClick={form.save}
            aria-keyshortcuts="Control+S"
            title="Ctrl+S"
          >
            {t(form.failure instanceof CallError ? 'again' : 'save')}
          </Button>
        )}
        {form?.base && (
          <Button variant="default" disabled={!form.unsaved || form.saving} onClick={form.reset}>
            {t('reset')}
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}
