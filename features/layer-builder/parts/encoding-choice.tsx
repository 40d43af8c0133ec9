// The text encoding of the attributes, with real values below it: people see at once whether their letters are whole.
'use client';
import { Badge, Select } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { api } from '@/contract/index';
import type { Inspection } from '@/contract/schemas/upload';
import { useRead } from '@/lib/api/hooks';
import { encodingKey } from '../logic/formats';
import classes from './look-step.module.css';
import { Samples } from './samples';

const SHOWN = 6;
const BEYOND_ASCII = /[^\p{ASCII}]/u;

/** Names and values in which an encoding shows, those with other than Latin letters first. */
function preview({ datasets }: Inspection) {
  const all = datasets.flatMap((one, dataset) => one.fields.map(({ name, samples }) => ({ dataset, name, samples })));
  const telling = all.filter(({ name, samples }) => BEYOND_ASCII.test(name + samples.join('')));
  return (telling.length > 0 ? telling : all).filter(({ samples }) => samples.length > 0).slice(0, SHOWN);
}

export interface EncodingChoiceProps {
  inspection: Inspection;
  /** The file is being read again. */
  reading: boolean;
  onChange: (encoding: string) => void;
  isChosen: boolean;
}

/** A change has the file read again; the preview dims until it is. */
export function EncodingChoice({ inspection, reading, onChange, isChosen }: EncodingChoiceProps) {
  const t = useTranslations('layerBuilder.encoding');
  const encodings = useRead(api.layers.encodings, {}, { staleTime: Number.POSITIVE_INFINITY });
  const current = encodingKey(inspection.encoding);
  const options = (encodings.data ?? []).map(({ name, label }) => ({ value: encodingKey(name), label, name }));
  if (!options.some(({ value }) => value === current))
    options.unshift({ value: current, label: inspection.encoding, name: inspection.encoding });
  const guess = !isChosen && !inspection.encoding_sure;
  const rows = preview(inspection);
  return (
    <section className={classes.block} aria-labelledby="encoding-title">
      <div className={classes.blockHead}>
        <h2 id="encoding-title" className={classes.blockTitle}>
          {t('title')}
        </h2>
        {guess && (
          <Badge color="orange" variant="dot">
            {t('guess')}
          </Badge>
        )}
      </div>
      <div className={classes.encoding}>
        <Select
          label={t('label')}
          description={t(guess ? 'guessHint' : 'hint')}
          data={options.map(({ value, label }) => ({ value, label }))}
          value={current}
          allowDeselect={false}
          checkIconPosition="right"
          onChange={(value) => {
            const option = options.find((one) => one.value === value);
            if (option) onChange(option.name);
          }}
        />
        <dl
          className={classes.preview}
          aria-label={t('preview')}
          aria-busy={reading}
          data-reading={reading || undefined}
        >
          {rows.length === 0 && <p className={classes.hint}>{t('noText')}</p>}
          {rows.map(({ name, samples, dataset }) => (
            <div key={`${dataset}/${name}`}>
              <dt>
                <bdi>{name}</bdi>
              </dt>
              <dd>
                <Samples of={samples} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
