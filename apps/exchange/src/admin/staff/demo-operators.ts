import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Role } from '@fft/console-contract';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { generateSync } from 'otplib';
import { writeAudit } from '../../audit/audit.ts';
import type { Tables } from '../room.ts';
import { ownFile } from '../../platform/own-files.ts';
import { appSecretOf } from './authenticator-app.ts';
import type { Roster } from './roster.ts';

/** One operator of each role, and a second one where two must agree. */
const demoOperators: readonly (readonly [name: string, role: Role])[] = [
  ['demo.admin', 'admin'],
  ['demo.admin2', 'admin'],
  ['demo.support', 'support'],
  ['demo.compliance', 'compliance'],
  ['demo.treasury', 'treasury'],
  ['demo.treasury2', 'treasury'],
  ['demo.market', 'market'],
  ['demo.market2', 'market'],
  ['demo.content', 'content'],
];

export interface DemoOperatorsOptions {
  readonly server: FastifyInstance;
  readonly db: Kysely<Tables>;
  readonly roster: Roster;
  /** A secret in the demo's data folder, from which the credentials are derived. */
  readonly pepper: string;
  readonly brand: string;
  readonly now: () => number;
}

/** Creates operators for trying the console, and shows their credentials to anyone who reaches its port. Call it in the demo only. */
export async function offerDemoOperators({
  server,
  db,
  roster,
  pepper,
  brand,
  now,
}: DemoOperatorsOptions): Promise<void> {
  const own = { password: derived(pepper, 'password').slice(0, 12), totpSecret: derived(pepper, 'app') };
  await db.transaction().execute(async (transaction) => {
    for (const [name, role] of demoOperators) {
      if (!(await roster.addReady(transaction, { name, role, email: `${name}@console.fft.example` }, own))) continue;
      const act = { time: now(), operator: 'demo', act: 'operator.create', target: `operator ${name}` };
      await writeAudit(transaction, { ...act, after: { role } });
    }
  });
  const style = readFileSync(ownFile('src/admin/staff/demo-operators.css'), 'utf8');
  server.get('/demo/operators.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
  server.get('/demo/operators', (_request, reply) => {
    const code = generateSync({ secret: own.totpSecret, epoch: Math.floor(now() / 1000) });
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page({ ...own, code, brand }));
  });
}

function derived(pepper: string, purpose: string): string {
  return appSecretOf(createHmac('sha256', pepper).update(`demo operators: ${purpose}`).digest());
}

function page({ password, code, brand }: Readonly<Record<'password' | 'code' | 'brand', string>>): string {
  const rows = demoOperators.map(([name, role]) => `<tr><td><code>${name}</code></td><td>${role}</td></tr>`).join('\n');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="10">
<title>${brand} · Demo operators · 演示操作员</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/demo/operators.css">
<main>
<h1>Demo operators <span lang="zh-CN">演示操作员</span></h1>
<p>They exist only in the demo. <span lang="zh-CN">仅在演示模式中存在。</span></p>
<dl>
<dt>Password <span lang="zh-CN">密码</span></dt><dd><code id="password">${password}</code></dd>
<dt>Code <span lang="zh-CN">验证码</span></dt><dd><code id="code">${code}</code></dd>
</dl>
<p>A code is valid for 30 seconds, once for each operator. <span lang="zh-CN">验证码 30 秒内有效，每人只能使用一次。</span></p>
<table>
<thead><tr><th scope="col">Name <span lang="zh-CN">名称</span></th><th scope="col">Role <span lang="zh-CN">角色</span></th></tr></thead>
<tbody>
${rows}
</tbody>
</table>
<p><a href="/">To the console <span lang="zh-CN">进入运营后台</span></a></p>
</main>
</html>
`;
}
