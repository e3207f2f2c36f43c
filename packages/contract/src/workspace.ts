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

/** Longest text of a chart's settings. */
export const maxChartLength = 2000;

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** The web app's chart settings. What they mean is its own: it reads them as it reads those of a device, with a default for what it doesn't know. */
const chart = lazy(() => field.text(maxChartLength).check(z.refine<string>(isJsonObject, 'choice')));

/** An arrangement of the workspace's panels: its nodes in depth-first order, each with its share in thousandths, splits with their number of parts. */
export const workspaceLayout = lazy(() =>
  z.object({
    name: z.string(),
    layout: z.string(),
    /** Null if none were saved with it. */
    chart: z.nullable(z.string()),
    time: field.time(),
  }),
);
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
      'Saves a layout of the workspace under a name, and replaces the one that has it. `layout` lists the nodes depth first, each with its share in thousandths, splits with their number of parts: `row*2:1000 chart:700 ticket:300`. `chart` is a JSON object with the chart’s settings; without it, those of before stay.',
    input: () => z.object({ name: name(), layout: layout(), chart: z.optional(chart()) }),
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
