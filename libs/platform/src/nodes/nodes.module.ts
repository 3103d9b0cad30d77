import { Global, Module } from '@nestjs/common';
import { NodeRepository } from './node.repository';
import { Nodes } from './nodes';

@Global()
@Module({ providers: [NodeRepository, Nodes], exports: [Nodes] })
export class NodesModule {}
