// One board: its filters, its widgets, and its widgets as they are put together.
'use client';
import { ActionIcon, Button, Group, Menu, Select, Stack } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconPlus, IconSettings } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import { LeaveGuard } from '@/components/form/leave-guard';
import { MoreMenu } from '@/components/layout/more-menu';
import { OptionPick } from '@/components/pickers/option-pick';
import { DAY_RANGES } from '@/contract/boards/days';
import { api } from '@/contract/index';
import {
  type Board,
  type BoardFilters,
  type BoardPatch,
  MAX_WIDGETS,
  type Widget,
} from '@/contract/schemas/boards/board';
import { useRead } from '@/lib/api/hooks';
import { useRegionOptions } from '@/lib/collection/options';
import { useFormat } from '@/lib/i18n/use-format';
import { moveWidget, newId, SPANS, withWidget } from '../logic/widgets';
import { BoardGrid } from './board-grid';
import classes from './boards.module.css';
import { ShareDialog } from './edit/share-dialog';
import { WidgetDialog } from './edit/widget-dialog';

const RANGES = DAY_RANGES.filter((range) => range !== 'custom');

interface FiltersProps {
  filters: BoardFilters;
  onChange: (filters: BoardFilters) => void;
}

/** Filters that hold for every widget; what is set while looking is nobody else's. */
function Filters({ filters, onChange }: FiltersProps) {
  const t = useTranslations('boards');
  const ranges = useTranslations('common.ranges');
  const regions = useRegionOptions();
  return (
    <div className={classes.bar}>
      <Select
        aria-label={t('filters.days')}
        placeholder={t('filters.allDays')}
        clearable
        data={RANGES.map((value) => ({ value, label: ranges(value) }))}
        value={filters.days}
        onChange={(days) => onChange({ ...filters, days: days as BoardFilters['days'] })}
      />
      <OptionPick
        label={t('filters.regions')}
        isBare
        placeholder={filters.regions?.length ? '' : t('filters.allRegions')}
        source={regions}
        value={filters.regions ?? []}
        onChange={(ids) => onChange({ ...filters, regions: ids.length > 0 ? ids : null })}
      />
    </div>
  );
}

interface WidgetActsProps {
  widget: Widget;
  widgets: readonly Widget[];
  onChange: (widgets: Widget[]) => void;
  onEdit: () => void;
}

function WidgetActs({ widget, widgets, onChange, onEdit }: WidgetActsProps) {
  const t = useTranslations('boards.edit');
  const { number } = useFormat();
  const at = widgets.findIndex(({ id }) => id === widget.id);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('earlier')}
        disabled={at === 0}
        onClick={() => onChange(moveWidget(widgets, widget.id, -1))}
      >
        <IconArrowRight size={16} className="points" aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('later')}
        disabled={at === widgets.length - 1}
        onClick={() => onChange(moveWidget(widgets, widget.id, 1))}
      >
        <IconArrowLeft size={16} className="points" aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" aria-label={t('change')} onClick={onEdit}>
        <IconSettings size={16} aria-hidden />
      </ActionIcon>
      <MoreMenu label={t('more')}>
        <Menu.Label>{t('width')}</Menu.Label>
        {SPANS.map((span) => (
          <Menu.Item
            key={span}
            aria-checked={span === widget.span}
            role="menuitemradio"
            onClick={() => onChange(withWidget(widgets, { ...widget, span }))}
          >
            {t('columnsWide', { n: number(span) })}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item color="red" onClick={() => onChange(widgets.filter(({ id }) => id !== widget.id))}>
          {t('remove')}
        </Menu.Item>
      </MoreMenu>
    </>
  );
}

interface EditBarProps {
  isFull: boolean;
  isBusy: boolean;
  onAdd: () => void;
  onCancel: () => void;
  onSave: () => void;
}

function EditBar({ isFull, isBusy, onAdd, onCancel, onSave }: EditBarProps) {
  const t = useTranslations('boards.edit');
  const common = useTranslations('common');
  return (
    <Group gap="xs">
      <Button variant="default" leftSection={<IconPlus size={16} />} disabled={isFull} onClick={onAdd}>
        {t('add')}
      </Button>
      <Button variant="default" onClick={onCancel}>
        {common('cancel')}
      </Button>
      <Button loading={isBusy} onClick={onSave}>
        {common('save')}
      </Button>
    </Group>
  );
}

export interface BoardViewProps {
  id: number;
  isEditing: boolean;
  onEditing: (isEditing: boolean) => void;
  isSharing: boolean;
  onSharing: (isSharing: boolean) => void;
  save: (board: Board, patch: BoardPatch) => Promise<Board | null>;
}

export function BoardView({ id, ...props }: BoardViewProps) {
  const read = useRead(api.boards.one, { params: { id } });
  if (!read.data) return read.error ? <ErrorState error={read.error} retry={() => void read.refetch()} /> : <FormSkeleton />; // biome-ignore format: one line
  return <Loaded key={id} board={read.data} {...props} />;
}

function Loaded({
  board,
  isEditing,
  onEditing,
  isSharing,
  onSharing,
  save,
}: Omit<BoardViewProps, 'id'> & { board: Board }) {
  const [filters, setFilters] = useState(board.filters);
  const [draft, setDraft] = useState<readonly Widget[] | null>(null);
  /** The widget in the dialog; `new` for one to come. */
  const [open, setOpen] = useState<Widget | 'new' | null>(null);
  const [isBusy, setBusy] = useState(false);
  const widgets = [...(draft ?? board.widgets)];
  const isDirty = draft !== null || JSON.stringify(filters) !== JSON.stringify(board.filters);
  const end = () => {
    setDraft(null);
    onEditing(false);
  };
  const keep = async () => {
    setBusy(true);
    const done = await save(board, { widgets, filters });
    setBusy(false);
    if (done) end();
  };
  return (
    <Stack gap="md">
      <LeaveGuard isDirty={isEditing && isDirty} onDiscard={end} />
      <Group justify="space-between" align="center">
        <Filters filters={filters} onChange={setFilters} />
        {isEditing && (
          <EditBar
            isFull={widgets.length >= MAX_WIDGETS}
            isBusy={isBusy}
            onAdd={() => setOpen('new')}
            onCancel={end}
            onSave={() => void keep()}
          />
        )}
      </Group>
      <BoardGrid
        board={{ widgets, filters, refresh: isEditing ? null : board.refresh }}
        {...(isEditing
          ? {
              acts: (widget: Widget) => (
                <WidgetActs widget={widget} widgets={widgets} onChange={setDraft} onEdit={() => setOpen(widget)} />
              ),
            }
          : {})}
      />
      {open !== null && (
        <WidgetDialog
          widget={open === 'new' ? null : open}
          frame={{ id: newId(widgets), span: 6 }}
          onClose={() => setOpen(null)}
          onSave={(widget) => {
            setDraft(withWidget(widgets, widget));
            setOpen(null);
          }}
        />
      )}
      {isSharing && (
        <ShareDialog
          board={board}
          onClose={() => onSharing(false)}
          onSave={async (patch) => {
            if (await save(board, patch)) onSharing(false);
          }}
        />
      )}
    </Stack>
  );
}
