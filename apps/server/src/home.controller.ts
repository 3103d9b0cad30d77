import { Unguarded } from '@app/platform';
import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Parley</title>
<style>
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem; color: #222; background: #fff }
  code { background: #f0f0f4; padding: .1em .3em; border-radius: .2em }
  a { color: #3451b2 }
</style>
<h1>Parley</h1>
<p>This is a team-chat server. It has no web client of its own: open this address in a client that you already use,
such as the Zulip mobile or terminal app, or speak to it with <code>curl</code>, zulip-js or the Python <code>zulip</code> library.</p>
<ul>
  <li><a href="/api/docs">The API, operation by operation</a> (<a href="/api/openapi.json">OpenAPI</a>)</li>
  <li><a href="/api/v1/server_settings">What this server tells its clients</a></li>
  <li><a href="/health/ready">Is it well?</a></li>
</ul>
<p>The owner's credentials are in the file <code>zuliprc</code> of the server's data directory.</p>
</html>
`;

/** What somebody sees who opens the address in a browser. */
@ApiExcludeController()
@Controller()
export class HomeController {
  @Get()
  @Unguarded()
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
  page(): string {
    return PAGE;
  }
}
