// What there is, and the boards that people have made of it.
'use client';
import { Button, Menu, Select } from '@mantine/core';
import { IconLock, IconPlus, IconPrinter } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import { IconButton } from '@/components/icon-button';
import { lazyPart } from '@/components/layout/lazy-part';
import { MoreMenu } from '@/components/layout/more-menu';
import { Page } from '@/components/layout/page';
import type { BoardHead } from '@/contract/schemas/boards/board';
import type { Who } from '@/lib/routes/rules';
import { BoardView } from '../parts/board-view';
import classes from '../parts/boards.module.css';
import type { DigestDialogProps } from '../parts/edit/digest-dialog';
import { Overview } from '../parts/overview';
import { printBoard } from '../parts/print-board';
import { useBoardActs, useBoards } from '../parts/use-boards';

const LayerTemplate = lazyPart<{ onClose: () => void; create: ReturnType<typeof useBoardActs>['create'] }>(
  () => import('../parts/edit/layer-template'),
);
const DigestDialog = lazyPart<DigestDialogProps>(() => import('../parts/edit/digest-dialog'));
const OVERVIEW = '0';

interface BoardMenuProps {
  board: BoardHead;
  acts: ReturnType<typeof useBoardActs>;
  onEdit: () => void;
  onShare: () => void;
  onDigest: () => void;
}

function BoardMenu({ board, acts, onEdit, onShare, onDigest }: BoardMenuProps) {
  const t = useTranslations('boards.acts');
  return (
    <MoreMenu label={t('menu', { label: board.label })}>
      {board.can && !board.locked && <Menu.Item onClick={onEdit}>{t('edit')}</Menu.Item>}
      {board.can && !board.locked && <Menu.Item onClick={onShare}>{t('share')}</Menu.Item>}
      {board.can && board.locked && <Menu.Item onClick={() => void acts.unlock(board)}>{t('unlock')}</Menu.Item>}
      <Menu.Item onClick={() => void acts.copy(board)}>{t('copy')}</Menu.Item>
      <Menu.Item onClick={() => void acts.first(board)}>{t(board.is_default ? 'dropFirst' : 'setFirst')}</Menu.Item>
      <Menu.Item onClick={onDigest}>{t('digest')}</Menu.Item>
      {board.can && !board.locked && (
        <Menu.Item color="red" onClick={() => void acts.remove(board)}>
          {t('remove')}
        </Menu.Item>
      )}
    </MoreMenu>
  );
}

export function DashboardScreen({ who }: { who: Who }) {
  const t = useTranslations('boards');
  const { boards, openId, open, isPending, error, retry } = useBoards();
  const acts = useBoardActs(open);
  const [isEditing, setEditing] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const [isTemplate, setTemplate] = useState(false);
  const [isDigest, setDigest] = useState(false);
  const board = boards.find(({ id }) => id === openId) ?? null;
  const goTo = (id: number | null) => {
    setEditing(false);
    open(id);
  };
  return (
    <Page
      title={t('title')}
      actions={
        <div className={classes.bar}>
          <Select
            aria-label={t('pick')}
            allowDeselect={false}
            searchable={boards.length > 8}
            data={[
              { value: OVERVIEW, label: t('overview.title') },
              ...boards.map(({ id, label }) => ({ value: String(id), label })),
            ]}
            value={String(openId ?? OVERVIEW)}
            onChange={(value) => goTo(value === OVERVIEW || value === null ? null : Number(value))}
          />
          {board?.locked && <IconLock size={16} role="img" aria-label={t('locked')} />}
          {board && (
            <BoardMenu
              board={board}
              acts={acts}
              onEdit={() => setEditing(true)}
              onShare={() => setSharing(true)}
              onDigest={() => setDigest(true)}
            />
          )}
          <IconButton label={t('acts.print')} onClick={printBoard}>
            <IconPrinter size={18} />
          </IconButton>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button leftSection={<IconPlus size={16} />}>{t('acts.new')}</Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => void acts.create().then((board) => board && setEditing(true))}>
                {t('acts.newEmpty')}
              </Menu.Item>
              <Menu.Item onClick={() => setTemplate(true)}>{t('acts.newOfLayer')}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </div>
      }
    >
      {/* On paper there is no list that names it. */}
      {board && <p className={classes.paperName}>{board.label}</p>}
      {error && boards.length === 0 && openId !== null ? (
        <ErrorState error={error} retry={retry} />
      ) : isPending ? (
        <FormSkeleton />
      ) : openId === null ? (
        <Overview who={who} />
      ) : (
        <BoardView
          id={openId}
          isEditing={isEditing}
          onEditing={setEditing}
          isSharing={isSharing}
          onSharing={setSharing}
          save={acts.save}
        />
      )}
      {isDigest && board && <DigestDialog board={board} onClose={() => setDigest(false)} />}
      {isTemplate && <LayerTemplate onClose={() => setTemplate(false)} create={acts.create} />}
    </Page>
  );
}
