// The active tool's panel in the frame that all panels share: title, what to do now, close.
'use client';
import { Skeleton, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Panel } from '@/components/layout/panel';
import { useTool } from '@/map/state/tool';
import { type ToolId, tools } from './registry';
import { useToolTexts } from './use-tool-texts';

const panels = new Map<string, ComponentType>(
  tools.flatMap((tool) => {
    const load = tool.panel;
    return load ? [[tool.id as string, lazy(() => load().then((component) => ({ default: component })))] as const] : [];
  }),
);

interface ToolPanelProps {
  /** Opens the help page with this slug. */
  onHelp?: (slug: string) => void;
  /** Below the tool's own panel: what the screen adds to it (results, the record's form). */
  children?: ReactNode;
}

/** Nothing while no pointer-taking tool is active. */
export const ToolPanel = ({ onHelp, children }: ToolPanelProps) => {
  const t = useTranslations('map.toolbar');
  const texts = useToolTexts();
  const { active, activate, help } = useTool();
  const tool = tools.find(({ id }) => id === active);
  if (!tool) return null;
  const Own = panels.get(tool.id);
  const hint = texts.hint(tool.id as ToolId);
  return (
    <Panel
      title={texts.title(tool.id)}
      onClose={() => activate(null)}
      {...(onHelp ? { onHelp: () => onHelp(help ?? tool.help) } : {})}
    >
      <Stack gap="md">
        {hint && (
          <Text size="sm" c="dimmed" role="status">
            {hint}
          </Text>
        )}
        {Own && (
          <Suspense fallback={<Skeleton height={96} aria-label={t('loading')} />}>
            <Own />
          </Suspense>
        )}
        {children}
      </Stack>
    </Panel>
  );
};
