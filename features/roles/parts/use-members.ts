// Gives a role to people and takes it from them. Who is refused is told by the name and the reason of the first of them.
'use client';
import { api } from '@/contract/index';
import type { EditBulk } from '@/contract/schemas/people/bulk';
import { CallError } from '@/lib/api/errors';
import { useWrite } from '@/lib/api/hooks';

/** Each resolves to the ids of those who were changed, and throws where nobody was. */
export function useMembers(role: number) {
  const bulk = useWrite(api.users.editBulk);
  const change = async (body: EditBulk): Promise<number[]> => {
    const { done, refused } = await bulk.mutateAsync({ body });
    const [first] = refused;
    if (first && done.length === 0)
      throw new CallError('message', 403, `${first.name}: ${first.why}`, 412, {}, null, null);
    return done;
  };
  return {
    add: (users: number[]) => change({ users, groups: { add: [role] } }),
    remove: (users: number[]) => change({ users, groups: { remove: [role] } }),
  };
}
