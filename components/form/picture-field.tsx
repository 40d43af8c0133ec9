// A picture of a person or a thing: shown, chosen, taken away. Made small before it is given on, and cut square unless it is whole.
'use client';
import { Avatar, Button, FileButton, Group, Input } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { initials } from '../initials';
import { PICTURE_TYPES, smallPicture, wholePicture } from './small-picture';

const SIZE_PX = 72;

export interface PictureFieldProps {
  label: string;
  /** Name of the field in the form. */
  path?: string;
  /** A picture of a thing; people's are round. */
  isSquare?: boolean;
  /** Nothing is cut off. */
  isWhole?: boolean;
  /** Whose: their initials stand where there is no picture, but for a whole one. */
  name: string;
  /** Shown now; null for none. */
  src: string | null;
  /** A data address, or null when it is taken away. */
  onChange: (picture: string | null) => void;
  error?: string | undefined;
  isBusy?: boolean;
}

export function PictureField(props: PictureFieldProps) {
  const {
    label,
    name,
    path = 'image',
    isSquare = false,
    isWhole = false,
    src,
    onChange,
    error,
    isBusy = false,
  } = props;
  const t = useTranslations('common.picture');
  const [problem, setProblem] = useState<string | null>(null);
  const handleFile = async (file: File | null) => {
    if (!file) return;
    const picture = await (isWhole ? wholePicture : smallPicture)(file);
    setProblem(picture ? null : t('unreadable'));
    if (picture) onChange(picture);
  };
  return (
    <Input.Wrapper label={label} error={problem ?? error} labelElement="div">
      <Group gap="sm" mt={6} mb={6}>
        <Avatar size={SIZE_PX} radius={isSquare ? 'md' : '50%'} color="indigo" src={src} alt="">
          {isWhole ? <IconPhoto size={32} aria-hidden /> : initials(name)}
        </Avatar>
        <FileButton accept={PICTURE_TYPES} onChange={(file) => void handleFile(file)}>
          {(props) => (
            <Button variant="default" loading={isBusy} data-path={path} {...props}>
              {t(src ? 'change' : 'add')}
            </Button>
          )}
        </FileButton>
        {src && (
          <Button variant="subtle" color="gray" disabled={isBusy} onClick={() => onChange(null)}>
            {t('remove')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
