// Templates of projects: a new one begins as one of them, and what is in the form is kept as another.
'use client';
import { Button, Checkbox, Group, Menu, Stack, TextInput } from '@mantine/core';
import { IconTemplate, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import { useAction } from '@/components/feedback/use-action';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract/index';
import type { ProjectTemplate, TemplateData } from '@/contract/schemas/projects/project-work';
import { useRead, useWrite } from '@/lib/api/hooks';

export interface TemplatesProps {
  /** Null where a project exists already. */
  onUse: ((data: TemplateData) => void) | null;
  current: () => TemplateData;
}

export function Templates({ onUse, current }: TemplatesProps) {
  const t = useTranslations('projects.templates');
  const templates = useRead(api.projectWork.templates, {}).data ?? [];
  const remove = useWrite(api.projectWork.removeTemplate);
  const [isSaving, setSaving] = useState(false);
  const removing = useAction(({ id }: ProjectTemplate) => remove.mutateAsync({ params: { id } }), {
    confirm: ({ name }) => ({ title: t('removeTitle', { name }), confirm: t('remove'), danger: true }),
    done: (_, { name }) => t('removed', { name }),
  });
  return (
    <>
      <Menu withinPortal position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconTemplate size={16} />}>
            {t('title')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {onUse && templates.length > 0 && <Menu.Label>{t('use')}</Menu.Label>}
          {onUse &&
            templates.map(({ id, name, data }) => (
              <Menu.Item key={id} onClick={() => onUse(data)}>
                <bdi>{name}</bdi>
              </Menu.Item>
            ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setSaving(true)}>{t('save')}</Menu.Item>
          {templates
            .filter(({ can_delete }) => can_delete)
            .map((template) => (
              <Menu.Item
                key={template.id}
                color="red"
                leftSection={<IconTrash size={16} />}
                onClick={() => void removing.run(template)}
              >
                {t('removeOne', { name: template.name })}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
      {isSaving && <SaveDialog current={current} onClose={() => setSaving(false)} />}
    </>
  );
}

function SaveDialog({ current, onClose }: { current: () => TemplateData; onClose: () => void }) {
  const t = useTranslations('projects.templates');
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const make = useWrite(api.projectWork.makeTemplate);
  const making = useAction(
    () => make.mutateAsync({ body: { name: name.trim(), is_shared: isShared, data: current() } }),
    { done: (template) => t('saved', { name: template.name }) },
  );
  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (name.trim() && (await making.run(undefined))) onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={t('save')} size={400}>
      <form onSubmit={(event) => void handleSubmit(event)}>
        <Stack gap="md">
          <TextInput
            data-autofocus
            label={t('name')}
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Checkbox
            label={t('shared')}
            checked={isShared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
          <Group>
            <Button type="submit" loading={making.isBusy} disabled={name.trim() === ''}>
              {t('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
