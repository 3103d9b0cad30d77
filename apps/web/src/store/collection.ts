import { batch, signal, Signal } from '@preact/signals-core';
import { Version } from './version';

/**
 * Entities by their ids. A reader of one entity is told when that one changes or goes, a reader of all when any comes or
 * goes.
 */
export class Collection<Id, Entity> {
  /** `undefined`: it has just gone. */
  private readonly entities = new Map<Id, Signal<Entity | undefined>>();
  private readonly version = new Version();

  constructor(private readonly idOf: (entity: Entity) => Id) {}

  get(id: Id): Entity | undefined {
    const found = this.entities.get(id);
    if (!found) this.version.watch(); // it may come
    return found?.value;
  }

  /** Without subscribing to changes. */
  peek(id: Id): Entity | undefined {
    return this.entities.get(id)?.peek();
  }

  all(): Entity[] {
    this.version.watch();
    return [...this.entities.values()].map(({ value }) => value!);
  }

  peekAll(): Entity[] {
    return [...this.entities.values()].map((one) => one.peek()!);
  }

  put(entity: Entity): void {
    const id = this.idOf(entity);
    const known = this.entities.get(id);
    if (known) return void (known.value = entity);
    this.entities.set(id, signal<Entity | undefined>(entity));
    this.version.change();
  }

  /** Nothing happens where there is none of that id. */
  change(id: Id, change: (entity: Entity) => Entity): void {
    const known = this.entities.get(id);
    if (known) known.value = change(known.peek()!);
  }

  changeAll(change: (entity: Entity) => Entity): void {
    for (const one of this.entities.values()) one.value = change(one.peek()!);
  }

  remove(id: Id): void {
    const gone = this.entities.get(id);
    if (!gone) return;
    this.entities.delete(id);
    batch(() => {
      gone.value = undefined;
      this.version.change();
    });
  }
}
