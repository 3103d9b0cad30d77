import { Module } from '@nestjs/common';
import { ServerNodesController } from './server-nodes.controller';
import { ServerNodes } from './server-nodes.service';

@Module({ controllers: [ServerNodesController], providers: [ServerNodes] })
export class ServerNodesModule {}
