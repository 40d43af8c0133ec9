// The expression of a computed field.
'use client';
import { Select, Textarea } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import classes from './inspector.module.css';
import type { PartProps } from './part';

const MAX_EXPR = 500;

export function ComputedPart({ item, before, onPatch, errorOf }: PartProps) {
  const t = useTranslations('formStudio.inspector');
  const input = useRef<HTMLTextAreaElement>(null);
  const expr = item.field.expr ?? '';
  const insert = (name: string) => {
    const at = input.current?.selectionStart ?? expr.length;
    const text = `[${name}]`;
    onPatch({ expr: `${expr.slice(0, at)}${text}${expr.slice(input.current?.selectionEnd ?? at)}`.slice(0, MAX_EXPR) });
    setTimeout(() => {
      input.current?.focus();
      input.current?.setSelectionRange(at + text.length, at + text.length);
    });
  };
  return (
    <div className={classes.part}>
      <Textarea
        ref={input}
        label={t('expr')}
        description={t('exprHint')}
        required
        data-part="expr"
        attributes={{ input: { dir: 'ltr', spellCheck: false } }}
        rows={3}
        maxLength={MAX_EXPR}
        value={expr}
        error={errorOf('expr')}
        onChange={(event) => onPatch({ expr: event.currentTarget.value })}
      />
      <Select
        label={t('exprInsert')}
        searchable
        data={before.map(({ name, label }) => ({ value: name, label }))}
        value={null}
        onChange={(name) => name && insert(name)}
      />
    </div>
  );
}
