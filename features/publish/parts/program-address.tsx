// What one program wants to read a layer, each text with a button that copies it.
'use client';
import { CopyButton, Select } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { IconButton } from '@/components/icon-button';
import type { OwnKeyLayer } from '@/contract/schemas/publish/key';
import { useFormat } from '@/lib/i18n/use-format';
import { type CopyPart, type Door, type Program, partsOf, programsOf, serviceOf } from '../logic/addresses';
import classes from './publish.module.css';

export interface ProgramAddressProps {
  layer: Pick<OwnKeyLayer, 'id' | 'type' | 'services'>;
  door: Door;
  /** The address of open layers. */
  open: string | null;
  /** Whoever reads this does not decide how the layer is read. */
  isOwn?: boolean;
}

/** Only for what is read before it stands there: the address of this system is the browser's. */
export function ProgramAddress({ layer, door, open, isOwn = false }: ProgramAddressProps) {
  const t = useTranslations('publish.addresses');
  const own = useTranslations('publish.own');
  const { lang } = useFormat();
  const programs = programsOf(layer.type);
  const [choice, setProgram] = useState<Program | null>(null);
  const program = programs.find((one) => one === choice) ?? (programs[0] as Program);
  return (
    <>
      <Select
        label={t('program')}
        allowDeselect={false}
        data={programs.map((value) => ({ value, label: t(`programs.${value}`) }))}
        value={program}
        onChange={(value) => setProgram(value as Program)}
      />
      {layer.services[serviceOf(program)] ? (
        <>
          <p className={classes.steps}>{t(`steps.${program}`)}</p>
          {partsOf(program, {
            origin: location.origin,
            layer: layer.id,
            type: layer.type,
            door,
            open,
            isJalali: lang === 'fa',
          }).map((part) => (
            <CopyLine key={part.name} part={part} />
          ))}
        </>
      ) : (
        <Callout kind="caution">{(isOwn ? own : t)('off', { program: t(`programs.${program}`) })}</Callout>
      )}
    </>
  );
}

function CopyLine({ part: { name, text } }: { part: CopyPart }) {
  const t = useTranslations('publish.addresses');
  const label = t(`parts.${name}`);
  return (
    <div className={classes.copyLine}>
      <span className={classes.copyName}>{label}</span>
      <code className={classes.code} dir="ltr">
        {text}
      </code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <IconButton label={copied ? t('copied') : t('copy', { part: label })} onClick={copy}>
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </IconButton>
        )}
      </CopyButton>
    </div>
  );
}
