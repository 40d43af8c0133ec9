// A coordinate system as text: pasted WKT or PROJ, or a .prj file of the person's own.
'use client';
import { Button, FileButton, Textarea } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import classes from '../look-step.module.css';

/** As long as the wire takes. */
const MAX_TEXT = 20_000;

export interface SystemTextProps {
  value: string | null;
  onChange: (crs: string | null) => void;
}

/** Folded until it is asked for; what is typed counts once the field is left. */
export function SystemText({ value, onChange }: SystemTextProps) {
  const t = useTranslations('layerBuilder.crs');
  const [opened, setOpened] = useState(value !== null);
  const [typed, setTyped] = useState(value ?? '');
  const take = (text: string) => {
    setTyped(text);
    onChange(text.trim() === '' ? null : text.trim().slice(0, MAX_TEXT));
  };
  const read = async (file: File | null) => {
    if (!file) return;
    setOpened(true);
    take((await file.slice(0, MAX_TEXT).text()).replace(/^\ufeff/, ''));
  };
  return (
    <div className={classes.systemText}>
      {opened && (
        <Textarea
          label={t('text')}
          description={t('textHint')}
          dir="ltr"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={MAX_TEXT}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => take(typed)}
        />
      )}
      <div className={classes.systemButtons}>
        {!opened && (
          <Button variant="subtle" size="compact-sm" onClick={() => setOpened(true)}>
            {t('asText')}
          </Button>
        )}
        <FileButton accept=".prj,.wkt,.txt" onChange={(file) => void read(file)}>
          {(props) => (
            <Button {...props} variant="subtle" size="compact-sm" leftSection={<IconFileText size={14} />}>
              {t('prj')}
            </Button>
          )}
        </FileButton>
      </div>
    </div>
  );
}
