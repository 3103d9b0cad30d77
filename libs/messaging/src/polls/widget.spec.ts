import { widgetIn, WidgetIsInvalid, widgetOf, widgetText } from './widget';

describe('a widget', () => {
  it.each(['/poll x', '/poll', '/todo\nx', '/poll\tx'])('is made by the text %j', (text) => {
    expect(widgetIn(text)?.type).toBe(text.slice(1, 5));
  });

  it.each(['/pollx', '//poll', ' /poll', 'a /poll', '/POLL', '/game', ''])('is not made by the text %j', (text) => {
    expect(widgetIn(text)).toBeNull();
  });

  it('has an option for each line, without its bullet and white space', () => {
    expect(widgetIn('/poll  Which? \r\n *  one\n-two\n  three \n-\n\n- - four')?.data).toEqual({
      question: 'Which?',
      options: ['one', 'two', 'three', '- four'],
    });
  });

  it('is written in the form for clients', () => {
    expect(widgetText({ type: 'poll', data: { question: '', options: [] } })).toBe(
      '{"widget_type":"poll","extra_data":{"question":"","options":[]}}',
    );
  });

  it.each([null, 5, [], {}, { widget_type: 'zform', extra_data: null }, { widget_type: 'poll', extra_data: {} }])(
    'refuses %j',
    (written) => {
      expect(() => widgetOf(written)).toThrow(WidgetIsInvalid);
    },
  );
});
