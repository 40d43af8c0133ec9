// The form of records without a record: what is typed is checked as a real one, and goes nowhere.
'use client';
import { Button, Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useId, useMemo, useState } from 'react';
import type { Field, Value, Values } from '@/contract/schemas/form';
import { useValueProblem } from '@/lib/form/value-problem';
import { useFormat } from '@/lib/i18n/use-format';
import { useOutcome } from '../parts/controls/use-outcome';
import { RecordFields } from '../parts/field-control';

export function FormPreview({ form }: { form: readonly Field[] }) {
  const t = useTranslations('records.preview');
  const { number } = useFormat();
  const problemText = useValueProblem();
  const id = useId();
  const [typed, setTyped] = useState<Values>({});
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isTried, setTried] = useState(false);
  const layer = useMemo(() => ({ id: 0, config: { form: [...form] } }), [form]);
  const outcome = useOutcome(layer, null, null, typed);
  const count = Object.keys(outcome.problems).length;
  const errorOf = (name: string): string | null => {
    const field = form.find((one) => one.name === name);
    const problem = outcome.problems[name];
    return field && problem && (isTried || left.has(name)) ? problemText(field, problem) : null;
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
      }}
    >
      <RecordFields
        id={id}
        layer={layer}
        readOnly={false}
        form={{
          base: null,
          outcome,
          errorOf,
          set: (name: string, value: Value) => setTyped((now) => ({ ...now, [name]: value })),
          leave: (name) => setLeft((now) => new Set([...now, name])),
        }}
      />
      <Group gap="xs" mt="md">
        <Button type="submit" variant="light">
          {t('check')}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          onClick={() => {
            setTyped({});
            setLeft(new Set());
            setTried(false);
          }}
        >
          {t('reset')}
        </Button>
        <span role="status">{isTried && (count === 0 ? t('sound') : t('problems', { count, n: number(count) }))}</span>
      </Group>
    </form>
  );
}
