// What is question above the room: the effect of a shape or a removal, fewer corners, and what keeps a region from being removed.
'use client';
import type { Room } from '../use-room';
import { BlockersDialog } from './blockers-dialog';
import { EffectDialog } from './effect-dialog';
import { SimplifyDialog } from './simplify-dialog';

export function RoomDialogs({ room }: { room: Room }) {
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
          onConfirm={room.saveShape}
          onClose={close}
        />
      )}
      {question === 'remove' && region && (
        <EffectDialog region={region} geometry={null} others={0} onConfirm={room.remove} onClose={close} />
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
      {refused && <BlockersDialog refused={refused} onClose={() => room.setRefused(null)} />}
    </>
  );
}
