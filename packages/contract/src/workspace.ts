import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { maxLayoutLength, parseWorkspaceLayout } from './workspace-layout.ts';
import * as field from './fields.ts';
import { type SchemaOutput, lazy } from './lazy.ts';

/** Layouts per customer. */
export const maxLayouts = 10;

const name = lazy(() => field.singleLine(24, 'label').check(z.minLength(1, 'blank')));
const layout = lazy(() =>
  z.string('blank').check(
    z.minLength(1, 'blank'),
    z.maxLength(maxLayoutLength, 'tooLong'),
    z.refine<string>((text) => parseWorkspaceLayout(text) !== null, 'choice'),
  ),
);

/** An arrangement of the workspace's panels: its nodes in depth-first order, each with its share in thousandths, splits with their number of parts. */
export const workspaceLayout = lazy(() => z.object({ name: z.string(), layout: z.string(), time: field.time() }));
export type WorkspaceLayout = SchemaOutput<typeof workspaceLayout>;

const layouts = lazy(() => z.array(workspaceLayout()));

export const workspaceCalls = {
  layouts: defineCall({
    method: 'GET',
    path: '/api/user/layouts.html',
    auth: 'required',
    keyRight: 'never',
    summary: 'Lists my layouts of the workspace, the last saved one first.',
    input: () => z.object({}),
    output: layouts,
  }),
  saveLayout: defineCall({
    method: 'POST',
    path: '/api/user/layout_save.html',
    auth: 'required',
    keyRight: 'never',
    summary:
      'Saves a layout of the workspace under a name, and replaces the one that has it. `layout` lists the nodes depth first, each with its share in thousandths, splits with their number of parts: `row*2:1000 chart:700 ticket:300`.',
    input: () => z.object({ name: name(), layout: layout() }),
    output: layouts,
  }),
  deleteLayout: defineCall({
    method: 'POST',
    path: '/api/user/layout_delete.html',
    auth: 'required',
    keyRight: 'never',
    summary: 'Deletes a layout of the workspace.',
    input: () => z.object({ name: name() }),
    output: layouts,
  }),
};
