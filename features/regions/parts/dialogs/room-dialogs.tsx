// What is question above the room: the effect of a shape or a removal, fewer corners, and what keeps a region from being removed.
'use client';
import type { RegionBranch } from '@/contract/schemas/regions/tree';
import type { Room } from '../use-room';
import { BlockersDialog } from './blockers-dialog';
import { EffectDialog } from './effect-dialog';
import { SimplifyDialog } from './simplify-dialog';
import { UnionDialog } from './union-dialog';

export function RoomDialogs({ room, tree }: { room: Room; tree: readonly RegionBranch[] }) {
  const { question, region, editor, refused } = room;
  const { draft } = editor;
  const close = () => room.setQuestion(null);
  const shape = draft?.geometry ?? region?.geometry ?? null;
  return (
    <>
      {question === 'save' && region && draft?.geometry && (
        <EffectDialog
          region={region}
          geometry={draft.geometry}
          others={draft.others.length}
          absorbed={tree.filter(({ id }) => draft.absorbed.includes(id))}
          onConfirm={room.saveShape}
          onClose={close}
        />
      )}
      {question === 'remove' && region && (
        <EffectDialog
          region={region}
          geometry={null}
          others={0}
          absorbed={[]}
          onConfirm={room.remove}
          onClose={close}
        />
      )}
      {question === 'simplify' && shape && (
        <SimplifyDialog
          geometry={shape}
          onClose={close}
          onTake={(geometry) => {
            close();
            if (!draft && region) editor.begin(region.id, shape, null);
            editor.take(geometry);
          }}
        />
      )}
      {room.joining.length > 1 && (
        <UnionDialog
          regions={tree.filter(({ id }) => room.joining.includes(id))}
          onClose={() => room.setJoining([])}
          onJoin={(into) => {
            room.setJoining([]);
            room.joinAll(room.joining, into);
          }}
        />
      )}
      {refused && <BlockersDialog refused={refused} onClose={() => room.setRefused(null)} />}
    </>
  );
}
