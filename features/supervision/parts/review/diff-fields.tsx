// The values of what waits: those that change first, the others folded away.
'use client';
import { useTranslations } from 'next-intl';
import { type DiffRow, DiffTable } from '@/components/diff-table';
import type { Field } from '@/contract/schemas/form';
import type { LayerRecord } from '@/contract/schemas/record';
import { useFormat } from '@/lib/i18n/use-format';
import { useValueText } from '@/lib/i18n/use-value-text';
import { changesOf, type FieldChange, isNew } from '../../logic/changes';
import classes from './review.module.css';
import { WordDiff } from './word-diff';

const TEXTS = new Set(['text', 'long_text']);

function useRows(): (changes: readonly FieldChange[]) => DiffRow[] {
  const t = useTranslations('supervision.diff');
  const text = useValueText();
  return (changes) =>
    changes.map(({ name, label, field, before, after }) => {
      const [was, is] = [text(field, before), text(field, after)];
      const marked = field && TEXTS.has(field.type) && was !== '' && is !== '' && was !== is;
      return {
        id: name,
        label,
        before: was || '—',
        after: (
          <>
            {marked ? <WordDiff before={was} after={is} /> : is || '—'}
            {!field && <small className={classes.gone}>{t('gone')}</small>}
          </>
        ),
      };
    });
}

export function DiffFields({ record, form }: { record: LayerRecord; form: readonly Field[] }) {
  const t = useTranslations('supervision.diff');
  const { listed } = useFormat();
  const rows = useRows();
  const { changed, same } = changesOf(record, form);
  const heads = { field: t('field'), before: t('before'), after: t('after') };
  // What is to go is looked at whole, as what is new.
  const isGoing = record.unconfiremed_value?.deletion === true;
  if (isNew(record) || isGoing) {
    const text = rows(isGoing ? [...changed, ...same] : changed);
    return (
      <dl className={classes.values} aria-label={t('values')}>
        {text.map(({ id, label, after }) => (
          <div key={id}>
            <dt>
              <bdi>{label}</bdi>
            </dt>
            <dd>
              <bdi>{after}</bdi>
            </dd>
          </div>
        ))}
        {!isGoing && same.length > 0 && (
          <div>
            <dt>{t('empty')}</dt>
            <dd>
              <bdi>{listed(same.map(({ label }) => label))}</bdi>
            </dd>
          </div>
        )}
      </dl>
    );
  }
  return (
    <div className={classes.diff}>
      {changed.length > 0 ? (
        <DiffTable label={t('values')} heads={heads} rows={rows(changed)} />
      ) : (
        <p className={classes.quiet}>{t('noValues')}</p>
      )}
      {same.length > 0 && (
        <details>
          <summary>{t('same')}</summary>
          <DiffTable label={t('same')} heads={heads} rows={rows(same)} />
        </details>
      )}
    </div>
  );
}
