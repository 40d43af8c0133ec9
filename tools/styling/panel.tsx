// The styling tool's panel: which layer, three tabs, and nothing is written until it is saved.
'use client';
import { Alert, Button, Group, Select, Stack, Tabs } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { EmptyState } from '@/components/feedback/states';
import { PanelActions } from '@/components/layout/panel';
import { api } from '@/contract';
import { useRead } from '@/lib/api/hooks';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { STYLING_TABS, type StylingTab, useStyling } from '@/map/state/styling';
import { useTool } from '@/map/state/tool';
import { canStyle, EDIT_MODULE } from './can-style';
import { LabelsTab } from './labels-tab';
import { OwnMarkerProvider } from './own-marker';
import { ScaleTab } from './scale-tab';
import { StyleTab } from './style-tab';
import classes from './styling.module.css';
import { TransferMenu, Warnings } from './transfer';
import { useLeaveGuard } from './use-leave-guard';
import { type LookProps, useLook } from './use-look';
import { useSave } from './use-save';
import type { TransferNote } from './use-transfer';

const HELP: Record<StylingTab, string> = { style: 'layer-style', labels: 'layer-label', scale: 'layer-scale' };

/** `turn`: another one begins the editors anew. */
const LookTabs = ({ turn, ...props }: LookProps & { turn: number }) => {
  const t = useTranslations('map.tools.styling');
  const { tab, setTab } = useStyling();
  return (
    <Tabs value={tab} onChange={(value) => setTab(value as StylingTab)} keepMounted={false}>
      <Tabs.List grow>
        {STYLING_TABS.map((value) => (
          <Tabs.Tab key={value} value={value}>
            {t(`tabs.${value}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <div key={`${props.layer.id}/${turn}`} className={classes.tab}>
        <Tabs.Panel value="style">
          <OwnMarkerProvider layer={props.layer}>
            <StyleTab {...props} />
          </OwnMarkerProvider>
        </Tabs.Panel>
        <Tabs.Panel value="labels">
          <LabelsTab {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="scale">
          <ScaleTab {...props} />
        </Tabs.Panel>
      </div>
    </Tabs>
  );
};

interface SaveActionsProps {
  busy: boolean;
  dirty: boolean;
  allowed: boolean;
  onSave: () => void;
  onDiscard: () => void;
}

const SaveActions = ({ busy, dirty, allowed, onSave, onDiscard }: SaveActionsProps) => {
  const t = useTranslations('map.tools.styling');
  return (
    <PanelActions>
      <Button loading={busy} disabled={!dirty || !allowed} onClick={onSave}>
        {t('save')}
      </Button>
      <Button variant="default" disabled={!dirty || busy} onClick={onDiscard}>
        {t('discard')}
      </Button>
    </PanelActions>
  );
};

/** The layers that have a style, and the one that is edited: the tool's target, or one that can be seen, until somebody chooses. */
const useChosenLayer = () => {
  const all = useTool((s) => s.layers);
  const target = useTool((s) => s.target);
  const layers = all.filter(canStyle);
  const { layer: id, choose } = useStyling();
  const first = layers.find((l) => l.id === target) ?? layers.find((l) => l.visible) ?? layers[0];
  // A layer that was named, and has no style of its own or is gone, never gives way to another one unasked.
  useEffect(() => {
    if (id === null && first) choose(first.id);
  }, [id, first, choose]);

  return { layers, id, layer: layers.find((l) => l.id === id)?.layer, choose };
};

export const StylingPanel = () => {
  const t = useTranslations('map.tools.styling');
  const { layers, id, layer, choose } = useChosenLayer();
  const tab = useStyling((s) => s.tab);
  const { look, change, dirty } = useLook(layer);
  /** Grows when another whole look takes the place of what the editors began with. */
  const [turn, setTurn] = useState(0);
  const [note, setNote] = useState<TransferNote | null>(null);
  const { save, busy } = useSave(() => setTurn((n) => n + 1));
  const user = useRead(api.session.user, {}, { staleTime: Number.POSITIVE_INFINITY }).data;
  const allowed = user === undefined || user.modules.some((m) => m.modules__id === EDIT_MODULE);

  useEffect(() => useTool.setState({ help: HELP[tab] }), [tab]);

  const ask = useLeaveGuard(dirty);

  // Wherever the focus is: a menu or a file's dialog may have left it on the page itself.
  const saveByKey = () => {
    if (layer && dirty && allowed && !busy) void save(layer);
  };
  useHotkeys('panel', [{ keys: 'Mod+KeyS', whileTyping: true, inDialogs: true, repeats: true, run: saveByKey }]);

  if (layers.length === 0) return <EmptyState title={t('emptyTitle')} text={t('emptyText')} noAct="final" />;
  if (id === null) return null;

  const afresh = () => {
    setTurn((n) => n + 1);
    setNote(null);
  };
  const props = layer && look ? { layer, look, change } : null;
  return (
    <Stack gap="sm">
      <Group gap={4} align="end">
        <Select
          flex={1}
          label={t('layer')}
          data={layers.map((l) => ({ value: String(l.id), label: l.label }))}
          value={layer ? String(layer.id) : null}
          allowDeselect={false}
          searchable
          onChange={async (value) => {
            if (!value || Number(value) === id || !(await ask())) return;
            choose(Number(value));
            afresh();
          }}
        />
        {props && <TransferMenu {...props} dirty={dirty} onReplaced={() => setTurn((n) => n + 1)} onNote={setNote} />}
      </Group>
      {!props && <Alert variant="light">{t('noStyle')}</Alert>}
      {!allowed && (
        <Alert color="yellow" variant="light">
          {t('noModule')}
        </Alert>
      )}
      {note && <Warnings {...note} onClose={() => setNote(null)} />}
      {props && (
        <>
          <LookTabs {...props} turn={turn} />
          <SaveActions
            busy={busy}
            dirty={dirty}
            allowed={allowed}
            onSave={() => void save(props.layer)}
            onDiscard={() => {
              useStyling.getState().discard();
              afresh();
            }}
          />
        </>
      )}
    </Stack>
  );
};
